"""The client: sign-in, lists, uploads, searches and figures."""
from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from . import uploads
from .api import Api, Filter, Job, Schema, SearchBody
from .reply import Reply
from .transport import HttpTransport

if TYPE_CHECKING:
    import pandas

T = TypeVar("T")
Filters: TypeAlias = Mapping[str, "str | float"] | Sequence[Filter]
"""Filters by field, such as `{"age": ">=40", "city": "Oslo"}`, or as the API has them."""
Measure = Literal["count", "sum", "avg", "min", "max"]

MAX_PAGE = 1000
#: Records that are decrypted with one call: values may be long.
DECRYPT_BATCH = 100


class Client:
    """
    Calls one proxy as one account. Give an API token, or an e-mail address and a password.

    :param url: the address of the proxy.
    :param retries: how often a call is sent again that a busy server refused.
    :param timeout_s: seconds that the server may take to answer.
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        email: str | None = None,
        password: str | None = None,
        retries: int = 5,
        timeout_s: float = 120,
    ) -> None:
        self._transport = HttpTransport(url, _authorization(token, email, password), retries, timeout_s)
        #: Every call of the API.
        self.api = Api(self._transport)

    @classmethod
    def from_environment(cls) -> Client:
        """A client with the account of CLOAKROOM_TOKEN, or of CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD, at CLOAKROOM_URL."""
        return cls(
            os.environ.get("CLOAKROOM_URL", "http://localhost:8080"),
            token=os.environ.get("CLOAKROOM_TOKEN"),
            email=os.environ.get("CLOAKROOM_EMAIL"),
            password=os.environ.get("CLOAKROOM_PASSWORD"),
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    def iterate(
        self, call: Callable[..., Reply[list[T]]], *arguments: Any, page_size: int = MAX_PAGE, **parameters: Any
    ) -> Iterator[T]:
        """
        The items of a list of any length, as `iterate(client.api.list_datasets, name="People")`. Each page is read when the
        loop comes to it.
        """
        offset = 0
        while True:
            page = call(*arguments, limit=page_size, offset=offset, **parameters)
            yield from page.data
            offset += len(page.data)
            is_last = len(page.data) < page_size if page.total is None else offset >= page.total
            if is_last or not page.data:
                return

    def upload(
        self,
        schema: str,
        data: uploads.UploadData,
        *,
        content_type: uploads.ContentType | None = None,
        idempotency_key: str | None = None,
        rows: Literal["all", "good"] | None = None,
        delimiter: uploads.Delimiter | None = None,
        duplicate: Literal["allow"] | None = None,
        on_progress: Callable[[Job], None] | None = None,
    ) -> Job:
        """
        Uploads records, and waits until they are stored.

        :param data: a file's path, its bytes, a pandas data frame, or records as dictionaries.
        :param idempotency_key: the same data under the same key is stored once. A new key by default.
        :param rows: `good` stores the valid rows, where `all` stores nothing unless all are valid.
        :param delimiter: separates the columns of a CSV file; by default a comma, and a tab in TSV files.
        :param duplicate: `allow` stores the records of an identical body again.
        :param on_progress: called with each state of the job.
        :returns: the complete job.
        :raises UploadFailed: if the job failed; `rows` has the problems.
        """
        return uploads.upload(
            self.api,
            schema,
            data,
            content_type=content_type,
            idempotency_key=idempotency_key,
            rows=rows,
            delimiter=delimiter,
            duplicate=duplicate,
            on_progress=on_progress,
        )

    def records(
        self,
        schema: str,
        filters: Filters = (),
        *,
        order_by: str | None = None,
        limit: int | None = None,
    ) -> Iterator[dict[str, str | float]]:
        """The values of the records that match every filter, decrypted by the proxy a batch at a time."""
        offset = 0
        while limit is None or offset < limit:
            wanted = DECRYPT_BATCH if limit is None else min(DECRYPT_BATCH, limit - offset)
            body: SearchBody = {"schema": schema, "filters": _filters(filters), "limit": wanted, "offset": offset}
            if order_by is not None:
                body["order_by"] = order_by
            found = self.api.search_records(body)
            if not found.data:
                return
            sealed: Any = found.data
            for record in self.api.decrypt_records(sealed).data:
                yield record["data"]
            offset += len(found.data)
            if found.total is not None and offset >= found.total:
                return

    def search(
        self,
        schema: str,
        filters: Filters = (),
        *,
        order_by: str | None = None,
        limit: int | None = None,
    ) -> pandas.DataFrame:
        """The same as a data frame, with a column for each field of the schema."""
        from .frames import frame_of

        definition = self.api.get_schema(schema).data["schema"]
        return frame_of(self.records(schema, filters, order_by=order_by, limit=limit), definition)

    def aggregate(
        self, schema: str, measure: Measure, field: str, filters: Filters = (), *, within: str = ""
    ) -> int | float | str | None:
        """
        Count, sum, average, least or greatest value of a number field, exact, computed without decrypting a record. None if
        nothing matches; text where a float would round.

        :param within: a range of the field itself, such as `>=40` or `20~60`.
        """
        own: Filter = {"label": field, "value": f"{measure}({within})"}
        answer: Any = self.api.search_records({"schema": schema, "filters": [own, *_filters(filters)]}).data
        value: int | float | str | None = answer[0]["data"]["value"]
        return value

    def schema(self, organization: str, dataset: str, schema: str) -> Schema:
        """The schema with these slugs."""
        found = self.api.get_organization_by_slug(organization).data
        parent = self.api.get_dataset_by_slug(found["id"], dataset).data
        return self.api.get_schema_by_slug(parent["id"], schema).data


def _filters(filters: Filters) -> list[Filter]:
    if isinstance(filters, Mapping):
        return [{"label": name, "value": value} for name, value in filters.items()]
    return list(filters)


def _authorization(token: str | None, email: str | None, password: str | None) -> str | None:
    if token:
        return f"Bearer {token}"
    if email and password:
        return "Basic " + base64.b64encode(f"{email}:{password}".encode()).decode()
    return None
