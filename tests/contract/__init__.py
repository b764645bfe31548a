"""The contract tests of all registered games, and comparisons with stored figures."""
