"""Figures: `make bench`."""
