"""Options: validation, and errors that name the option, the value and the choices."""

from typing import Annotated, Any, ClassVar, Literal

import pytest
from annotated_types import Ge, Le
from pydantic import Field, field_validator, model_validator

from courtly.engine.contract.options import Described, Options, read_options
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said


class Sample(Options):
    """Sample options that belong to no game."""

    exclusive: ClassVar = {("edition", "title"): said("the old edition has no title")}

    players: Annotated[int, Ge(2), Le(4)]
    edition: Literal["new", "old"] = "new"
    title: str = Field("", description="any text")
    rounds: int = 3
    colours: list[str] = Field([], description="different colours")

    @field_validator("colours")
    @classmethod
    def _different(cls, colours: list[str]) -> list[str]:
        if len(set(colours)) < len(colours):
            raise ValueError("a colour appears twice")
        return colours

    @model_validator(mode="after")
    def _old_is_short(self) -> "Sample":
        if self.edition == "old" and self.rounds > 3:
            raise ValueError("the old edition has 3 rounds")
        return self


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"players": 9}, "option players cannot be 9; use 2 to 4"),
        ({"players": "3"}, "option players cannot be '3'; use 2 to 4"),
        ({"players": True}, "option players cannot be True; use 2 to 4"),
        ({}, "option players is missing; use 2 to 4"),
        ({"players": 2, "edition": "2025"}, "option edition cannot be '2025'; use new, old"),
        ({"players": 2, "title": 3}, "option title cannot be 3; use any text"),
        ({"players": 2, "rounds": "many"}, "option rounds cannot be 'many'; use <class 'int'>"),
        ({"players": 2, "colours": ["red", "red"]}, "option colours is not valid: a colour appears twice"),
        (
            {"players": 2, "colour": "red"},
            "there is no option 'colour'; choose from players, edition, title, rounds, colours",
        ),
    ],
)
def test_an_invalid_option_is_refused_with_the_allowed_values(values: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_options(Sample, values)
    assert str(caught.value) == message


def test_conflicting_options_are_refused_with_the_reason() -> None:
    with pytest.raises(BadOption, match="do not work together: the old edition has 3 rounds"):
        read_options(Sample, {"players": 2, "edition": "old", "rounds": 4})


def test_options_that_exclude_each_other_are_refused_together_and_known() -> None:
    with pytest.raises(BadOption, match="the old edition has no title"):
        read_options(Sample, {"players": 2, "edition": "old", "title": "Spring"})
    assert read_options(Sample, {"players": 2, "edition": "old", "title": ""}).edition == "old"
    assert [Sample.excluded_by(name) for name in ("edition", "title", "rounds")] == [["title"], ["edition"], []]


def test_text_from_a_form_is_converted() -> None:
    assert read_options(Sample, {"players": "3"}, from_text=True).players == 3


def test_only_chosen_options_are_recorded() -> None:
    assert read_options(Sample, {"players": 2}).given() == {"players": 2}


class DescribedOptions(Options):
    """Options of every kind, with descriptions."""

    players: Annotated[int, Ge(2), Le(4)]
    long_game: bool = False
    map: Annotated[
        Literal["small"] | list[str],
        Described(said("Map"), values={"small": said("The small map")}, document=lambda source: [str(source)]),
    ] = "small"


def test_an_option_describes_its_flag_and_values() -> None:
    options = {option.name: option for option in DescribedOptions.described()}
    assert options["long_game"].flag == "--long-game"
    assert [options["long_game"].text(value) for value in (True, False, 3)] == ["true", "false", "3"]
    assert [str(options["map"].value_title(value)) for value in ("small", "large")] == ["The small map", "large"]
    assert str(options["long_game"].description.title) == "Long game"
    assert options["players"].description.title == Options.described()[0].description.title


def test_only_a_document_option_reads_files() -> None:
    given = {"players": 2, "long_game": "yes", "map": "small"}
    assert DescribedOptions.load_documents(given) == given
    assert DescribedOptions.load_documents({"map": "x.toml", "no": "x.toml"}) == {"map": ["x.toml"], "no": "x.toml"}
    assert DescribedOptions.load_documents({"map": ["drawn"]}) == {"map": ["drawn"]}
