"""What the project needs around itself; none of it is shipped."""
