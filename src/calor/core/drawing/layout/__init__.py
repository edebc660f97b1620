"""A layered layout: where the boxes of a picture stand and which way its lines take."""
