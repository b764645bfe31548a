"""All registered games as subjects of the contract tests."""

from tests.contract import courtisans, cursed_court, monarch

SUBJECTS = {"courtisans": courtisans.SUBJECT, "cursed_court": cursed_court.SUBJECT, "monarch": monarch.SUBJECT}
