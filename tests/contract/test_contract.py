"""Every registered game satisfies the contract."""

from courtly import game_names
from courtly.testing import ContractSuite
from tests.contract.subjects import SUBJECTS


def test_every_registered_game_has_contract_tests() -> None:
    assert set(game_names()) == SUBJECTS.keys()


class TestContract(ContractSuite):
    subjects = tuple(SUBJECTS.values())
