"""Events: several tables play rounds with each other. The service for their pages, and the runner of their rounds."""
