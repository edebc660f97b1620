"""Rockets in templates."""
