"""Uploads: what is sent, and how its job is followed. Stored once, however often the connection is lost."""
from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, Union

from .api import Api, Job
from .errors import ApiError, Offline, UploadFailed
from .transport import retry_delay_s

if TYPE_CHECKING:
    import pandas

ContentType = Literal["application/json", "application/x-ndjson", "text/csv", "text/tab-separated-values"]
Delimiter = Literal[",", ";", "\t", "|"]
UploadData: TypeAlias = Union[str, Path, bytes, Iterable[Mapping[str, Any]], "pandas.DataFrame"]
T = TypeVar("T")

MAX_RESENDS = 5
MAX_JOB_RETRIES = 8
TYPES: dict[str, ContentType] = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".ndjson": "application/x-ndjson",
    ".jsonl": "application/x-ndjson",
}
#: Calls about the job are repeated while a busy proxy, or a service that is away for a moment, answers with these.
TEMPORARY = frozenset({408, 429, 502, 503, 504})


def upload(
    api: Api,
    schema: str,
    data: UploadData,
    *,
    content_type: ContentType | None = None,
    idempotency_key: str | None = None,
    rows: Literal["all", "good"] | None = None,
    delimiter: Delimiter | None = None,
    duplicate: Literal["allow"] | None = None,
    on_progress: Callable[[Job], None] | None = None,
    poll_s: float = 0.25,
) -> Job:
    """See `Client.upload`."""
    key = idempotency_key or str(uuid.uuid4())
    open_body, media_type = body_of(data, content_type)
    if delimiter is None and media_type == "text/tab-separated-values":
        delimiter = "\t"

    def find_job() -> Job | None:
        jobs = _until_answered(lambda: api.list_jobs(key=key).data)
        return jobs[0] if jobs else None

    def send() -> str:
        with open_body() as body:
            return api.upload_job(
                body,
                content_type=media_type,
                schema=schema,
                rows=rows,
                delimiter=delimiter,
                duplicate=duplicate,
                idempotency_key=key,
            ).data["job_id"]

    def send_or_find() -> str:
        resend = 0
        while True:
            try:
                return send()
            except (Offline, ApiError) as error:
                if isinstance(error, ApiError) and error.status != 408:
                    raise
                # The proxy may have all of it.
                job = find_job()
                if job and not job.get("interrupted"):
                    return job["job_id"]
                if resend >= MAX_RESENDS:
                    raise
                time.sleep(retry_delay_s(resend))
                resend += 1

    resend = 0
    while True:
        job = follow(api, send_or_find(), on_progress, poll_s)
        if not job.get("interrupted") or resend >= MAX_RESENDS:
            break
        time.sleep(retry_delay_s(resend))
        resend += 1
    if job["status"] == "failed":
        raise UploadFailed(job)
    return job


def follow(api: Api, job_id: str, on_progress: Callable[[Job], None] | None = None, poll_s: float = 0.25) -> Job:
    """Polls a job until it is complete or failed."""
    while True:
        job = _until_answered(lambda: api.get_job(job_id).data)
        if on_progress:
            on_progress(job)
        if job["status"] in ("complete", "failed"):
            return job
        time.sleep(poll_s)


def _until_answered(ask: Callable[[], T]) -> T:
    attempt = 0
    while True:
        try:
            return ask()
        except (Offline, ApiError) as error:
            is_temporary = isinstance(error, Offline) or error.status in TEMPORARY
            if not is_temporary or attempt >= MAX_JOB_RETRIES:
                raise
            time.sleep(retry_delay_s(attempt, error if isinstance(error, ApiError) else None))
            attempt += 1


class _Bytes:
    """A body in memory that is opened like a file."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __enter__(self) -> bytes:
        return self._content

    def __exit__(self, *_: object) -> None:
        pass


def body_of(data: UploadData, content_type: ContentType | None) -> tuple[Callable[[], Any], ContentType]:
    """
    What opens the body, anew for each time it is sent, and its media type.

    :raises ValueError: for a file whose name doesn't say its type.
    """
    if isinstance(data, (str, Path)):
        path = Path(data)
        known = content_type or TYPES.get(path.suffix.lower())
        if known is None:
            raise ValueError(f"{path} is no CSV, TSV, JSON or NDJSON file. Name its type as content_type.")
        return (lambda: path.open("rb")), known
    if isinstance(data, bytes):
        return (lambda: _Bytes(data)), content_type or "text/csv"
    if hasattr(data, "to_csv"):
        from .frames import csv_of

        content = csv_of(data)
        return (lambda: _Bytes(content)), "text/csv"
    text = "\n".join(json.dumps(dict(row), allow_nan=False) for row in data)
    lines = text.encode()
    return (lambda: _Bytes(lines)), "application/x-ndjson"
