"""Drawings and the loop of the terminal, looked at as the text that reaches the screen."""
