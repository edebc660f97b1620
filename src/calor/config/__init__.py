"""What operators set: the options of heat.conf that have a meaning here, as settings."""
