"""One module per revision; a released one never changes."""
