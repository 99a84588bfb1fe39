"""The client against the running proxy: lists, uploads, data frames, figures, refusals and API tokens."""
import datetime
import tempfile
import unittest
from pathlib import Path

import pandas

from cloakroom import ApiError, Client, UploadFailed

from .support import WithClient, new_schema, organization_of

FRAME = pandas.DataFrame(
    {"name": ["Ada", "Grace", "Łucja, the 3rd"], "age": [36, None, 41], "weight": [55.5, 60.0, None]}
)


class Lists(WithClient):
    def test_iterates_over_all_pages(self) -> None:
        organization = organization_of(self.client)
        names = [f"Page {number}" for number in range(7)]
        for name in names:
            self.client.api.create_dataset({"name": name, "organization": organization})
        listed = self.client.iterate(self.client.api.list_datasets, page_size=3, organization=organization)
        self.assertLessEqual(set(names), {dataset["name"] for dataset in listed})


class Uploads(WithClient):
    def test_a_data_frame_comes_back_as_it_was(self) -> None:
        schema = new_schema(self.client)
        states: list[str] = []
        job = self.client.upload(schema, FRAME, on_progress=lambda state: states.append(state["status"]))
        self.assertEqual((job["status"], job["processed"], states[-1]), ("complete", 3, "complete"))
        found = self.client.search(schema)
        wanted = FRAME.astype({"name": "string", "age": "Int64", "weight": "Float64"})
        pandas.testing.assert_frame_equal(found, wanted)

    def test_the_same_key_stores_the_data_once(self) -> None:
        schema = new_schema(self.client)
        first = self.client.upload(schema, FRAME, idempotency_key="frame-of-today")
        second = self.client.upload(schema, FRAME, idempotency_key="frame-of-today")
        self.assertEqual(first["job_id"], second["job_id"])
        self.assertEqual(len(self.client.search(schema)), 3)

    def test_uploads_files_bytes_and_dictionaries(self) -> None:
        schema = new_schema(self.client)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "people.tsv")
            path.write_text("name\tage\nAda\t36\n")
            with self.assertRaisesRegex(ValueError, "Name its type"):
                self.client.upload(schema, Path(folder, "people.txt"))
            self.client.upload(schema, path)
        self.client.upload(schema, b"name,age\nGrace,85\n")
        self.client.upload(schema, [{"name": "Alan", "age": 41}, {"name": "Edith"}])
        names = [record["name"] for record in self.client.records(schema)]
        self.assertEqual(names, ["Ada", "Grace", "Alan", "Edith"])

    def test_names_the_rows_of_a_failed_upload(self) -> None:
        schema = new_schema(self.client)
        with self.assertRaises(UploadFailed) as failed:
            self.client.upload(schema, b"name,age\nAda,36\nGrace,old\n")
        problem = failed.exception.rows[0]
        self.assertEqual((problem["row"], problem["field"]), ("3", "age"))
        self.assertIn("nothing was stored", str(failed.exception))
        self.assertEqual(list(self.client.records(schema)), [])
        good = self.client.upload(schema, b"name,age\nAda,36\nGrace,old\n", rows="good")
        self.assertEqual((good["processed"], good["left_out"]), (1, 1))


class Searches(WithClient):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.schema = new_schema(cls.client)
        rows = [{"name": f"Person {at}", "age": at % 100, "weight": at / 4} for at in range(250)]
        cls.client.upload(cls.schema, rows)
        cls.frame = pandas.DataFrame(rows)

    def test_filters_orders_and_limits(self) -> None:
        found = self.client.search(self.schema, {"age": ">=40", "weight": "<30"}, order_by="-age", limit=150)
        wanted = self.frame[(self.frame.age >= 40) & (self.frame.weight < 30)].age.sort_values(ascending=False)
        self.assertEqual(list(found.age), list(wanted))
        self.assertEqual(len(list(self.client.records(self.schema, limit=130))), 130)
        self.assertEqual(len(list(self.client.records(self.schema))), 250)
        exact = self.client.search(self.schema, [{"label": "name", "operator": "=", "value": "Person 7"}])
        self.assertEqual(list(exact.name), ["Person 7"])
        nothing = self.client.search(self.schema, {"age": ">120"})
        self.assertEqual((len(nothing), list(nothing.columns)), (0, ["name", "age", "weight"]))

    def test_figures_equal_those_of_pandas(self) -> None:
        frame = self.frame[self.frame.age.between(20, 60) & (self.frame.weight < 50)]
        figures = {
            measure: self.client.aggregate(self.schema, measure, "age", {"weight": "<50"}, within="20~60")
            for measure in ("count", "sum", "avg", "min", "max")
        }
        self.assertEqual(
            figures,
            {
                "count": len(frame),
                "sum": frame.age.sum(),
                "avg": frame.age.mean(),
                "min": frame.age.min(),
                "max": frame.age.max(),
            },
        )
        self.assertIsNone(self.client.aggregate(self.schema, "max", "age", within=">120"))

    def test_finds_a_schema_by_slugs(self) -> None:
        organization = self.client.api.list_organizations().data[0]
        known = self.client.api.get_schema(self.schema).data
        dataset = self.client.api.get_dataset(known["dataset"].split("/")[-2]).data
        found = self.client.schema(organization["slug"], dataset["slug"], known["slug"])
        self.assertEqual(found["id"], self.schema)


class Refusals(WithClient):
    def test_have_status_sentence_and_fields(self) -> None:
        with self.assertRaises(ApiError) as refused:
            self.client.api.create_dataset({"name": "", "organization": organization_of(self.client)})
        self.assertEqual(refused.exception.status, 400)
        self.assertIn("name", refused.exception.errors)
        self.assertTrue(str(refused.exception).startswith("400: "))

    def test_a_wrong_password_is_refused(self) -> None:
        wrong = Client(self.client._transport._url, email="ada@example.org", password="wrong")
        with self.assertRaises(ApiError) as refused:
            wrong.api.list_organizations()
        self.assertEqual(refused.exception.status, 401)


class Tokens(WithClient):
    def test_a_token_reads_and_can_not_write(self) -> None:
        schema = new_schema(self.client)
        self.client.upload(schema, FRAME)
        tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
        token = self.client.api.create_api_token(
            {
                "name": "Reader",
                "organization": organization_of(self.client),
                "datasets": None,
                "verbs": ["read"],
                "expires": tomorrow.isoformat().replace("+00:00", "Z"),
            }
        ).data
        with Client(self.client._transport._url, token=token["secret"]) as reader:
            self.assertEqual(len(reader.search(schema)), 3)
            with self.assertRaises(ApiError) as refused:
                reader.upload(schema, b"name\nAda\n")
        self.assertEqual(refused.exception.status, 403)


if __name__ == "__main__":
    unittest.main()
