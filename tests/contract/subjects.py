"""Every registered game as a subject of the contract suite."""

from tests.contract import courtisans, cursed_court, monarch

SUBJECTS = {"courtisans": courtisans.SUBJECT, "cursed_court": cursed_court.SUBJECT, "monarch": monarch.SUBJECT}
