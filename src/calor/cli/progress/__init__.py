"""A stack while something is done to it: followed by its events, told as they come."""
