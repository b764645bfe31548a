"""Files that released versions wrote, kept forever, and tests that this version can still use them."""
