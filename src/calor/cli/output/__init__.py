"""How results are printed."""
