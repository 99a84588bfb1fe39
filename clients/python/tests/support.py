"""The account and the organization of the running proxy, and schemas of the tests."""
from __future__ import annotations

import itertools
import unittest
from typing import Any

from cloakroom import Client

PEOPLE: Any = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "weight": {"type": "number", "minimum": 0, "maximum": 300, "precision": 2},
    },
    "required": ["name"],
}
_numbers = itertools.count(1)


def organization_of(client: Client) -> str:
    """The id of the account's organization."""
    return client.api.list_organizations().data[0]["id"]


def new_schema(client: Client, definition: Any = PEOPLE) -> str:
    """The id of a new schema in a new dataset."""
    name = f"Python {next(_numbers)}"
    dataset = client.api.create_dataset({"name": name, "organization": organization_of(client)}).data
    return client.api.create_schema({"name": name, "dataset": dataset["id"], "schema": definition}).data["id"]


class WithClient(unittest.TestCase):
    """Tests with a client of the account."""

    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client.from_environment()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.__exit__()
