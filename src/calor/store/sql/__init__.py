"""The store in SQLite, PostgreSQL or MariaDB."""
