"""What the service tells of itself: versions, health, figures, and its own description."""
