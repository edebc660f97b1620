from tests.store.conftest import migrated, postgresql, sqlite

__all__ = ["migrated", "postgresql", "sqlite"]
