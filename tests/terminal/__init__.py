"""Terminal output and the terminal loop, tested by the text on the screen."""
