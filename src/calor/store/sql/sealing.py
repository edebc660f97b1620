"""Rows whose bodies nobody may read in the database: what authors and resources keep in them.

Templates, environments, properties and attributes hold passwords more often than not, so the whole
body of such a row is sealed for the place where it stands.
"""

from calor.store import codec, rows
from calor.store.records import CredentialRecord, ResourceRecord, SnapshotRecord
from calor.store.secrets import Cipher


def place_of(table: str, key: str) -> str:
    """Name the row that a body is sealed for."""
    return f"{table}\0{key}"


def sealed(cipher: Cipher, table: str, row: rows.Row) -> rows.Row:
    """Return a row, whose key comes first and whose body comes last, with its body sealed."""
    return (*row[:-1], cipher.seal(row[-1], place_of(table, row[0])))


def opened(cipher: Cipher, table: str, row: rows.Row) -> rows.Row:
    """Return a row as it was before it was sealed."""
    return (*row[:-1], cipher.open(bytes(row[-1]), place_of(table, row[0])))


def resource_row(cipher: Cipher, resource: ResourceRecord) -> rows.Row:
    """Return a row of `resources`."""
    return sealed(cipher, "resources", rows.resource_row(resource))


def resource_of(cipher: Cipher, row: rows.Row) -> ResourceRecord:
    """Return the resource of a row."""
    return rows.resource_of(opened(cipher, "resources", row))


def snapshot_row(cipher: Cipher, snapshot: SnapshotRecord) -> rows.Row:
    """Return a row of `snapshots`."""
    return sealed(cipher, "snapshots", rows.snapshot_row(snapshot))


def snapshot_of(cipher: Cipher, row: rows.Row) -> SnapshotRecord:
    """Return the snapshot of a row."""
    return rows.snapshot_of(opened(cipher, "snapshots", row))


def credential_row(cipher: Cipher, credential: CredentialRecord) -> rows.Row:
    """Return a row of `credentials`."""
    body = codec.encode(credential.body)
    row = (credential.id, credential.kind, credential.root_id, body)
    return sealed(cipher, "credentials", row)


def credential_of(cipher: Cipher, row: rows.Row) -> CredentialRecord:
    """Return the credential of a row."""
    credential_id, kind, root_id, body = opened(cipher, "credentials", row)
    return CredentialRecord(
        id=credential_id, kind=kind, root_id=root_id, body=codec.decode_map(body)
    )
