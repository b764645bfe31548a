"""The suite as a class of tests. A subclass in a test module names its subjects, and pytest collects the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from courtly.testing import audience_data, deals, records, redeals, rules, secrets, tensors
from courtly.testing.subject import Case, Subject, cases


class ContractSuite:
    """All checks of the contract as tests, for every subject and every choice of its options.

    Attributes
    ----------
    subjects
        The games under test.
    """

    subjects: ClassVar[Sequence[Subject]] = ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Parametrize each test over all cases. Called by pytest."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases(self.subjects), ids=lambda case: case.label)

    def test_a_seed_and_the_moves_determine_a_match(self, case: Case) -> None:
        """See `rules.check_determinism`."""
        rules.check_determinism(case)
        rules.check_seeds_refused(case.setup)

    def test_a_deal_overwrites_the_previous_state(self, case: Case) -> None:
        """See `rules.check_deal_forgets`."""
        rules.check_deal_forgets(case)

    def test_play_in_a_copy_does_not_change_the_original(self, case: Case) -> None:
        """See `rules.check_copies`."""
        rules.check_copies(case)

    def test_a_move_is_legal_when_no_reason_forbids_it(self, case: Case) -> None:
        """See `rules.check_legality`."""
        rules.check_legality(case)

    def test_play_accepts_exactly_the_legal_moves(self, case: Case) -> None:
        """See `rules.check_play`."""
        rules.check_play(case)

    def test_every_reason_has_a_sentence(self, case: Case) -> None:
        """See `rules.check_reasons`."""
        rules.check_reasons(case)

    def test_a_follow_up_decision_offers_a_choice(self, case: Case) -> None:
        """See `rules.check_follow_ups`."""
        rules.check_follow_ups(case)

    def test_the_census_never_changes(self, case: Case) -> None:
        """See `rules.check_conservation`."""
        rules.check_conservation(case)

    def test_scores_exist_only_after_the_end(self, case: Case) -> None:
        """See `rules.check_scores`."""
        rules.check_scores(case)

    def test_every_move_has_a_line_that_parses_back(self, case: Case) -> None:
        """See `rules.check_codec`."""
        rules.check_codec(case.setup)

    def test_input_that_is_no_move_raises_illegal_move(self, case: Case) -> None:
        """See `rules.check_parse`."""
        rules.check_parse(case.setup)

    def test_a_record_restores_the_match_at_every_stage(self, case: Case) -> None:
        """See `records.check_round_trip`."""
        records.check_round_trip(case)

    def test_a_seed_supplies_missing_parts_of_a_deal(self, case: Case) -> None:
        """See `records.check_partial_deals`."""
        records.check_partial_deals(case)

    def test_a_truncated_record_is_rejected(self, case: Case) -> None:
        """See `records.check_truncated`."""
        records.check_truncated(case)

    def test_a_broken_record_is_rejected(self, case: Case) -> None:
        """See `records.check_broken`."""
        records.check_broken(case)

    def test_a_hostile_record_is_read_as_written_or_rejected(self, case: Case) -> None:
        """See `records.check_hostile`."""
        records.check_hostile(case)

    def test_a_hostile_deal_is_dealt_as_written_or_rejected(self, case: Case) -> None:
        """See `records.check_hostile_deals`."""
        records.check_hostile_deals(case)

    def test_a_view_is_plain_json_and_stable(self, case: Case) -> None:
        """See `secrets.check_views`."""
        secrets.check_views(case)

    def test_a_view_has_the_keys_of_its_type(self, case: Case) -> None:
        """See `audience_data.check_view_type`."""
        audience_data.check_view_type(case)

    def test_events_consist_of_ids_and_numbers(self, case: Case) -> None:
        """See `audience_data.check_events`."""
        audience_data.check_events(case)

    def test_steps_connect_places_of_the_scene(self, case: Case) -> None:
        """See `audience_data.check_steps`."""
        audience_data.check_steps(case)

    def test_a_scene_has_unique_ids_and_offers_the_legal_moves(self, case: Case) -> None:
        """See `audience_data.check_scenes`."""
        audience_data.check_scenes(case)

    def test_a_move_that_reveals_nothing_shows_its_player_nothing_new(self, case: Case) -> None:
        """See `audience_data.check_reveals`."""
        audience_data.check_reveals(case)

    def test_a_move_that_reveals_nothing_shows_others_only_what_its_player_knows(self, case: Case) -> None:
        """See `audience_data.check_shown_to_others`."""
        audience_data.check_shown_to_others(case)

    def test_named_shuffles_keep_no_more_items_than_they_have(self, case: Case) -> None:
        """See `audience_data.check_shuffles`."""
        audience_data.check_shuffles(case)

    def test_no_audience_can_distinguish_a_match_from_its_twin(self, case: Case) -> None:
        """See `secrets.check_twins`."""
        secrets.check_twins(case)

    def test_no_audience_can_distinguish_a_history_from_its_twin(self, case: Case) -> None:
        """See `secrets.check_histories`."""
        secrets.check_histories(case)

    def test_no_audience_can_distinguish_a_deal_from_its_twin(self, case: Case) -> None:
        """See `deals.check_dealt_twins`, which does nothing for a subject without `unknown`."""
        deals.check_dealt_twins(case)

    def test_a_redeal_keeps_known_facts(self, case: Case) -> None:
        """See `redeals.check_known_fields`."""
        redeals.check_known_fields(case)

    def test_a_redeal_does_not_depend_on_the_true_state(self, case: Case) -> None:
        """See `redeals.check_same_stream_same_sample`."""
        redeals.check_same_stream_same_sample(case)

    def test_a_redealt_match_can_be_played_to_its_end(self, case: Case) -> None:
        """See `redeals.check_samples_play`."""
        redeals.check_samples_play(case)

    def test_observations_are_numbers_from_0_to_1(self, case: Case) -> None:
        """See `tensors.check_observations`."""
        tensors.check_observations(case)

    def test_pieces_of_an_observation_contain_the_declared_kind_of_number(self, case: Case) -> None:
        """See `tensors.check_pieces`."""
        tensors.check_pieces(case)

    def test_observations_differ_between_positions_and_seats(self, case: Case) -> None:
        """See `tensors.check_observations_tell`."""
        tensors.check_observations_tell(case)

    def test_a_vector_agrees_with_the_kernels(self, case: Case) -> None:
        """See `tensors.check_vector`."""
        tensors.check_vector(case)
