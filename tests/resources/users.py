"""Users of a stack in memory."""

from dataclasses import dataclass, field

from calor.plugin.stack_users import AccessKey


@dataclass
class MemoryUsers:
    """Keeps users by name; whoever makes one twice gets the same."""

    passwords: dict[str, str | None] = field(default_factory=dict)
    disabled: set[str] = field(default_factory=set)
    keys: int = 0

    async def project(self):
        return "users-project"

    async def create_user(self, name, password=None):
        self.passwords[f"id of {name}"] = password
        return f"id of {name}"

    async def delete_user(self, user_id):
        self.passwords.pop(user_id, None)

    async def enable_user(self, user_id):
        self.disabled.discard(user_id)

    async def disable_user(self, user_id):
        self.disabled.add(user_id)

    async def create_key(self, user_id):
        self.keys += 1
        return AccessKey("key", "access", "s3cret")

    async def delete_key(self, key_id):
        self.keys -= 1

    async def token(self, user_id, password):
        assert self.passwords[user_id] == password
        return f"token of {user_id}"
