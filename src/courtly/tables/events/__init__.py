"""Events: several tables play rounds with each other, and standings compare what the players made of their cards."""
