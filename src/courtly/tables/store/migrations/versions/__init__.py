"""The schema revisions, one module each; a released revision never changes."""
