"""A new game under the whole contract, with the five lines of the usage text."""

from courtly.testing import ContractSuite, Subject
from tests.testing.lots import GAME, census, follows_up, retell, unknown


class TestLots(ContractSuite):
    subjects = (Subject(GAME, census, follows_up=follows_up, retell=retell, unknown=unknown),)
