"""Busy servers and lost connections, played by a server of the test."""
import json
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest import mock

from cloakroom import ApiError, Client, Offline

COMPLETE = {"job_id": "j1", "schema": "s1", "status": "complete", "processed": 1, "total": 1}
INTERRUPTED = {**COMPLETE, "status": "failed", "interrupted": True, "error": "It broke off."}
BUSY = (503, {"detail": "Try again."}, {"Retry-After": "2"})
LOST = (0, None, {})

Answer = tuple[int, Any, dict[str, str]]


class FakeProxy:
    """Gives the answers of each kind of call one after the other, the last one repeatedly."""

    def __init__(self, **answers: list[Answer]) -> None:
        self.calls: list[tuple[str, str | None]] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                kind = "upload" if "upload" in self.path else "by_key" if "key=" in self.path else "other"
                proxy.calls.append((kind, self.headers.get("Idempotency-Key")))
                left = answers[kind]
                status, body, headers = left.pop(0) if len(left) > 1 else left[0]
                if status == 0:
                    self.close_connection = True
                    return
                content = json.dumps(body).encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(content))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = answer

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.client = Client(f"http://127.0.0.1:{self._server.server_port}", token="clkr_test", retries=2)

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.calls]

    def __enter__(self) -> "FakeProxy":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__()
        self._server.shutdown()
        self._server.server_close()


def ok(body: Any) -> Answer:
    return (200, body, {})


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        sleeping = mock.patch.object(time, "sleep")
        self.sleep = sleeping.start()
        self.addCleanup(sleeping.stop)

    def slept(self) -> list[float]:
        # The server's own thread polls with another function.
        return [call.args[0] for call in self.sleep.call_args_list]

    def assert_refused(self, status: int, call: Callable[[], object]) -> None:
        with self.assertRaises(ApiError) as refused:
            call()
        self.assertEqual(refused.exception.status, status)

    def test_reading_calls_wait_as_long_as_the_server_asks(self) -> None:
        with FakeProxy(other=[BUSY, (429, {}, {}), ok([])]) as proxy:
            self.assertEqual(proxy.client.api.list_datasets().data, [])
            self.assertEqual(self.slept(), [2.0, 0.3 * 3])

    def test_give_up_after_the_limit(self) -> None:
        with FakeProxy(other=[(408, {"detail": "Too slow."}, {})]) as proxy:
            self.assert_refused(408, lambda: proxy.client.api.list_datasets())
            self.assertEqual(len(proxy.calls), 3)

    def test_changes_are_only_repeated_with_a_key(self) -> None:
        body: Any = {"name": "People", "organization": "o1"}
        with FakeProxy(other=[BUSY]) as proxy:
            self.assert_refused(503, lambda: proxy.client.api.create_dataset(body))
            self.assertEqual(len(proxy.calls), 1)
            self.assert_refused(503, lambda: proxy.client.api.create_dataset(body, idempotency_key="key-of-it"))
            self.assertEqual(proxy.calls[1:], [("other", "key-of-it")] * 3)

    def test_a_search_is_repeated(self) -> None:
        with FakeProxy(other=[BUSY, ok([{"data": {"value": 7}}])]) as proxy:
            self.assertEqual(proxy.client.aggregate("s1", "count", "age"), 7)

    def test_no_answer_at_all_is_offline(self) -> None:
        with FakeProxy(other=[LOST]) as proxy:
            with self.assertRaisesRegex(Offline, "Nothing answers at http"):
                proxy.client.api.list_datasets()

    def test_a_lost_upload_that_the_proxy_has_is_followed(self) -> None:
        with FakeProxy(upload=[LOST], by_key=[LOST, ok([COMPLETE])], other=[BUSY, ok(COMPLETE)]) as proxy:
            job = proxy.client.upload("s1", b"name\nAda\n", idempotency_key="key-of-file")
            self.assertEqual(job["status"], "complete")
            self.assertEqual(proxy.kinds(), ["upload", "by_key", "by_key", "other", "other"])

    def test_an_upload_that_did_not_arrive_is_sent_again_under_its_key(self) -> None:
        accepted = ok({"job_id": "j1"})
        with FakeProxy(
            upload=[LOST, accepted, accepted], by_key=[ok([])], other=[ok(INTERRUPTED), ok(COMPLETE)]
        ) as proxy:
            proxy.client.upload("s1", b"name\nAda\n")
            self.assertEqual(proxy.kinds(), ["upload", "by_key", "upload", "other", "upload", "other"])
            self.assertEqual(len({key for kind, key in proxy.calls if kind == "upload"}), 1)

    def test_an_upload_that_is_always_lost_is_offline(self) -> None:
        with FakeProxy(upload=[LOST], by_key=[ok([])], other=[ok([])]) as proxy:
            with self.assertRaises(Offline):
                proxy.client.upload("s1", b"name\nAda\n")
            self.assertEqual(proxy.kinds().count("upload"), 6)


if __name__ == "__main__":
    unittest.main()
