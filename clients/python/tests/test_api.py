"""The generated calls: every type resolves, and calls of each kind work against the running proxy."""
import inspect
import json
import typing
import unittest

from cloakroom import ApiError, Client, api

from .support import PEOPLE, WithClient, organization_of


class Types(unittest.TestCase):
    def test_every_annotation_names_a_type(self) -> None:
        classes = [value for value in vars(api).values() if typing.is_typeddict(value)]
        methods = [getattr(api.Api, name) for name in dir(api.Api) if not name.startswith("_")]
        self.assertGreater(len(classes), 60)
        self.assertGreater(len(methods), 100)
        for annotated in [*classes, *methods]:
            typing.get_type_hints(annotated)


    def test_every_method_sends_its_call(self) -> None:
        sent: list[tuple[str, str]] = []

        class Recorder:
            def send(self, method: str, path: str, **_: object) -> None:
                sent.append((method, path))

        calls = api.Api(typing.cast(typing.Any, Recorder()))
        methods = [getattr(calls, name) for name in dir(calls) if not name.startswith("_")]
        for method in methods:
            required = [one for one in inspect.signature(method).parameters.values() if one.default is one.empty]
            method(**{one.name: "a/b" for one in required})
        self.assertEqual(len(set(sent)), len(methods))
        self.assertIn(("GET", "/api/datasets/a%2Fb/"), sent)
        self.assertEqual([path for _, path in sent if "{" in path or not path.startswith("/api/")], [])


class Calls(WithClient):
    def test_reads_the_status_without_an_account(self) -> None:
        status = Client(self.client._transport._url).api.get_status()
        self.assertEqual((status.status, status.data["status"], status.data["behind_proxy"]), (200, "ok", True))

    def test_makes_reads_changes_and_deletes(self) -> None:
        calls = self.client.api
        organization = organization_of(self.client)
        made = calls.create_dataset({"name": "Généré", "organization": organization}, idempotency_key="generated-1")
        again = calls.create_dataset({"name": "Généré", "organization": organization}, idempotency_key="generated-1")
        self.assertEqual((made.status, again.data["id"]), (201, made.data["id"]))
        listed = calls.list_datasets(name="Généré", limit=1)
        self.assertEqual(([one["id"] for one in listed.data], listed.total), ([made.data["id"]], 1))
        schema = calls.create_schema({"name": "People", "dataset": made.data["id"], "schema": PEOPLE}).data
        teams = calls.list_schema_teams(schema["id"], expand=["members"]).data
        self.assertIn("owners", [team["role"] for team in teams])
        record = calls.create_records({"schema": schema["id"], "data": {"name": "Ada", "age": 36}}).data
        exported = list(calls.export_records({"schema": schema["id"]}).data)
        self.assertEqual([one["data"] for one in exported], [{"name": "Ada", "age": 36}])
        self.assertIsNone(calls.delete_record(json.loads(json.dumps(record))["id"]).data)
        self.assertEqual(calls.search_records({"schema": schema["id"]}).total, 0)
        calls.delete_schema(schema["id"])
        self.assertEqual(calls.delete_dataset(made.data["id"]).status, 204)
        with self.assertRaises(ApiError) as refused:
            calls.get_dataset(made.data["id"])
        self.assertEqual(refused.exception.status, 404)


if __name__ == "__main__":
    unittest.main()
