"""The suite as a class of tests: a subclass in a test module names its subjects, pytest does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from courtly.testing import deals, records, redeals, rules, secrets, telling, tensors
from courtly.testing.subject import Case, Subject, cases


class ContractSuite:
    """Every clause of the contract as a test, for every subject with every choice of its options.

    Attributes
    ----------
    subjects
        The games under test.
    """

    subjects: ClassVar[Sequence[Subject]] = ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Run each test once for every case; pytest calls this."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases(self.subjects), ids=lambda case: case.label)

    def test_a_seed_and_the_moves_decide_a_match(self, case: Case) -> None:
        """See `rules.check_determinism`."""
        rules.check_determinism(case)
        rules.check_seeds_refused(case.setup)

    def test_a_deal_forgets_what_the_state_held_before(self, case: Case) -> None:
        """See `rules.check_deal_forgets`."""
        rules.check_deal_forgets(case)

    def test_playing_in_a_copy_leaves_the_original_alone(self, case: Case) -> None:
        """See `rules.check_copies`."""
        rules.check_copies(case)

    def test_legal_is_what_nothing_speaks_against(self, case: Case) -> None:
        """See `rules.check_legality`."""
        rules.check_legality(case)

    def test_the_door_takes_legal_moves_and_refuses_the_others_untouched(self, case: Case) -> None:
        """See `rules.check_door`."""
        rules.check_door(case)

    def test_every_reason_has_its_sentence(self, case: Case) -> None:
        """See `rules.check_reasons`."""
        rules.check_reasons(case)

    def test_a_follow_up_is_asked_only_when_there_is_a_choice(self, case: Case) -> None:
        """See `rules.check_follow_ups`."""
        rules.check_follow_ups(case)

    def test_nothing_is_lost_or_made_in_a_match(self, case: Case) -> None:
        """See `rules.check_conservation`."""
        rules.check_conservation(case)

    def test_scores_come_at_the_end_alone(self, case: Case) -> None:
        """See `rules.check_scores`."""
        rules.check_scores(case)

    def test_every_move_has_a_line_that_reads_back(self, case: Case) -> None:
        """See `rules.check_codec`."""
        rules.check_codec(case.setup)

    def test_whatever_is_no_move_is_refused_as_such(self, case: Case) -> None:
        """See `rules.check_parse`."""
        rules.check_parse(case.setup)

    def test_a_record_is_the_match_again_at_every_stage(self, case: Case) -> None:
        """See `records.check_round_trip`."""
        records.check_round_trip(case)

    def test_a_seed_supplies_what_a_deal_leaves_out(self, case: Case) -> None:
        """See `records.check_partial_deals`."""
        records.check_partial_deals(case)

    def test_a_truncated_record_is_refused(self, case: Case) -> None:
        """See `records.check_truncated`."""
        records.check_truncated(case)

    def test_a_broken_record_is_refused(self, case: Case) -> None:
        """See `records.check_broken`."""
        records.check_broken(case)

    def test_a_hostile_record_is_read_as_it_stands_or_refused(self, case: Case) -> None:
        """See `records.check_hostile`."""
        records.check_hostile(case)

    def test_a_hostile_deal_is_dealt_as_it_stands_or_refused(self, case: Case) -> None:
        """See `records.check_hostile_deals`."""
        records.check_hostile_deals(case)

    def test_a_view_is_plain_and_the_same_twice(self, case: Case) -> None:
        """See `secrets.check_views`."""
        secrets.check_views(case)

    def test_a_view_has_the_keys_of_its_type(self, case: Case) -> None:
        """See `telling.check_view_type`."""
        telling.check_view_type(case)

    def test_events_are_ids_and_numbers(self, case: Case) -> None:
        """See `telling.check_events`."""
        telling.check_events(case)

    def test_steps_go_between_places_of_the_scene(self, case: Case) -> None:
        """See `telling.check_steps`."""
        telling.check_steps(case)

    def test_a_scene_names_things_once_and_offers_the_legal_moves(self, case: Case) -> None:
        """See `telling.check_scenes`."""
        telling.check_scenes(case)

    def test_a_move_that_reveals_nothing_tells_its_maker_nothing(self, case: Case) -> None:
        """See `telling.check_reveals`."""
        telling.check_reveals(case)

    def test_named_shuffles_keep_what_they_have(self, case: Case) -> None:
        """See `telling.check_shuffles`."""
        telling.check_shuffles(case)

    def test_no_audience_can_tell_a_world_from_its_twin(self, case: Case) -> None:
        """See `secrets.check_twins`."""
        secrets.check_twins(case)

    def test_no_audience_can_tell_a_history_from_its_twin(self, case: Case) -> None:
        """See `secrets.check_histories`."""
        secrets.check_histories(case)

    def test_no_audience_can_tell_a_deal_from_its_twin(self, case: Case) -> None:
        """See `deals.check_dealt_twins`; a subject that does not say what is `unknown` has no such check."""
        deals.check_dealt_twins(case)

    def test_a_redeal_keeps_what_is_known(self, case: Case) -> None:
        """See `redeals.check_known_fields`."""
        redeals.check_known_fields(case)

    def test_the_truth_leaves_no_trace_in_a_redeal(self, case: Case) -> None:
        """See `redeals.check_same_stream_same_sample`."""
        redeals.check_same_stream_same_sample(case)

    def test_a_redealt_match_can_be_played_to_its_end(self, case: Case) -> None:
        """See `redeals.check_samples_play`."""
        redeals.check_samples_play(case)

    def test_observations_are_numbers_from_0_to_1(self, case: Case) -> None:
        """See `tensors.check_observations`."""
        tensors.check_observations(case)

    def test_every_piece_of_an_observation_holds_the_kind_of_numbers_it_announces(self, case: Case) -> None:
        """See `tensors.check_pieces`."""
        tensors.check_pieces(case)

    def test_observations_differ_where_knowledge_does(self, case: Case) -> None:
        """See `tensors.check_observations_tell`."""
        tensors.check_observations_tell(case)

    def test_a_vector_says_what_the_kernels_say(self, case: Case) -> None:
        """See `tensors.check_vector`."""
        tensors.check_vector(case)
