"""How to reach OpenStack: sessions, retries, polling."""
