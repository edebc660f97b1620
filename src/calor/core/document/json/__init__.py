"""JSON, read by msgspec and located by a scanner of our own."""
