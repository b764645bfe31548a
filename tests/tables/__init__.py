"""Live tables: the store, the service, and what may go wrong between them."""
