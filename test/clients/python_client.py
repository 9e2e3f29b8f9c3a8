"""What the Python client does with a real service, at FASTI_URL with FASTI_TOKEN. Run by python.test.ts."""

import asyncio
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import get_type_hints

from fasti import Client, FastiError, operations, schema, venue_of

URL = os.environ["FASTI_URL"]
TOKEN = os.environ["FASTI_TOKEN"]


def event(title, day=4, **more):
    return {"title": title, "start_date": f"2027-05-{day:02} 18:00", "end_date": f"2027-05-{day:02} 20:00", **more}


class Scripted(HTTPServer):
    """A server that answers with what it was told, and remembers what it was asked."""

    def __init__(self, answers):
        self.answers = list(answers)
        self.asked = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                owner = self.server
                length = int(self.headers.get("Content-Length", 0))
                owner.asked.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
                answer = owner.answers.pop(0)
                if answer is None:
                    self.connection.close()
                    return
                status, headers, body = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_PATCH = do_PUT = do_DELETE = do_GET

            def log_message(self, *args):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def client(self, **more):
        self.waits = []
        return Client(f"http://127.0.0.1:{self.server_port}/cal/v1", "token", sleep=self.waits.append, **more)


class WithService(unittest.TestCase):
    def setUp(self):
        self.calendar = Client(URL, TOKEN)

    def test_writes_and_reads(self):
        made = self.calendar.create_event(event("Concert", venue={"venue": "Hall"}, tags=["loud"]))
        self.assertEqual(made["venue"]["venue"], "Hall")
        changed = self.calendar.update_event(made["id"], {"title": "Late concert"}, if_match='"v1"')
        self.assertEqual(changed["title"], "Late concert")
        self.assertEqual(self.calendar.read_event(made["id"])["title"], "Late concert")
        put = self.calendar.put_event("shop/17", event("From the shop"))
        self.assertEqual(self.calendar.put_event("shop/17", {"title": "Again"})["id"], put["id"])
        found = self.calendar.list_events(external_id="shop/17", fields="events.title")
        self.assertEqual(found, {"events": [{"title": "Again"}]})
        self.assertIn("BEGIN:VCALENDAR", self.calendar.read_event_as_ics(made["id"]))
        self.assertTrue(self.calendar.remove_event(made["id"], force=True)["deleted"])

    def test_problems_are_errors(self):
        with self.assertRaises(FastiError) as caught:
            self.calendar.create_event({"title": "No dates"})
        error = caught.exception
        self.assertEqual((error.status, error.code), (400, "rest_missing_callback_param"))
        self.assertEqual(error.data["params"], ["start_date", "end_date"])

    def test_refuses_misspelt_names(self):
        for ask in (
            lambda calendar: calendar.create_event(event("Misspelt", descripton="x")),
            lambda calendar: calendar.read_event(1, fields="titel"),
        ):
            with self.assertRaises(FastiError) as caught:
                ask(self.calendar)
            self.assertRegex(caught.exception.message, "did you mean (description|title)[?]")
        made = Client(URL, TOKEN, strict=False).create_event(event("Misspelt", descripton="x"))
        self.assertEqual(made["description"], "")

    def test_finds_the_namespace(self):
        root = URL.removesuffix("/cal/events/v1")
        for address in (root, f"{root}/", f"{root}/de", URL):
            calendar = Client(address, TOKEN)
            self.assertIn("events", calendar.list_events())
            self.assertEqual(calendar.list_venues(search="nothing")["venues"], [])

    def test_venue_of_an_event(self):
        hall = self.calendar.create_event(event("In a hall", venue={"venue": "Hall"}))
        self.assertEqual(venue_of(hall)["venue"], "Hall")
        both = self.calendar.update_event(hall["id"], {"venue": [hall["venue"]["id"], {"venue": "Yard"}]})
        self.assertEqual(venue_of(both)["venue"], "Hall")
        self.assertIsNone(venue_of(self.calendar.update_event(hall["id"], {"venue": None})))

    def test_reads_and_trashes_by_uid(self):
        made = self.calendar.put_event("shop/18 ä", event("By UID"))
        self.assertEqual(self.calendar.read_event_by_uid("shop/18 ä")["id"], made["id"])
        self.assertEqual(self.calendar.update_event_by_uid("shop/18 ä", {"title": "New"})["title"], "New")
        self.assertEqual(self.calendar.remove_event_by_uid("shop/18 ä")["status"], "trash")

    def test_rehearses(self):
        dry = self.calendar.create_tag({"name": "rehearsed"}, dry_run=True)
        self.assertTrue(dry["dry_run"])
        self.assertEqual(self.calendar.list_tags(search="rehearsed", hide_empty=False)["total"], 0)

    def test_pages(self):
        operations = [{"method": "POST", "path": "/events", "body": event(f"Page {at}", 10)} for at in range(25)]
        self.assertEqual(len(self.calendar.batch({"operations": operations})["results"]), 25)
        titles = [one["title"] for one in self.calendar.iter_events(search="Page", per_page=10)]
        self.assertEqual(sorted(titles), sorted(f"Page {at}" for at in range(25)))
        self.assertEqual(list(self.calendar.iter_venues(search="nothing of the kind")), [])
        for fields in ["title,id", "events.title", "events", "title, total"]:
            found = self.calendar.iter_events(search="Page", per_page=10, fields=fields)
            self.assertEqual([fields, [one["title"] for one in found]], [fields, titles])

    def test_changes(self):
        changes = self.calendar.changes()
        before = [one["revision"] for one in changes]
        self.assertEqual(before, sorted(before))
        made = self.calendar.create_event(event("Changed"))
        later = self.calendar.changes(since=changes.since)
        found = [(one["resource"], one["id"], one["action"]) for one in later]
        self.assertEqual(found, [("event", made["id"], "created")])
        self.assertEqual(list(self.calendar.changes(since=later.since)), [])

    def test_changes_to_come(self):
        async def first():
            position = self.calendar.changes()
            list(position)
            following = self.calendar.changes(since=position.since, follow=True)
            waiting = asyncio.ensure_future(anext(aiter(following)))
            await asyncio.sleep(0)
            made = await asyncio.to_thread(self.calendar.create_tag, {"name": "to come"})
            change = await asyncio.wait_for(waiting, 20)
            return (change["resource"], change["id"]), ("tag", made["id"])

        self.assertEqual(*asyncio.run(first()))


class Types(unittest.TestCase):
    def test_name_only_what_there_is(self):
        for name, one in vars(schema).items():
            if isinstance(one, type) and not name.startswith("_"):
                get_type_hints(one)
        for name, method in vars(operations.Operations).items():
            if not name.startswith("_"):
                self.assertIn("return", get_type_hints(method), name)


class Retries(unittest.TestCase):
    OK = (200, {"Content-Type": "application/json"}, b'{"id": 1}')

    def test_waits_as_long_as_retry_after_says(self):
        server = Scripted([(429, {"Retry-After": "7"}, b"{}"), (503, {"Retry-After": "2"}, b"{}"), self.OK])
        self.assertEqual(server.client().read_event(1), {"id": 1})
        self.assertEqual(server.waits, [7.0, 2.0])

    def test_gives_up(self):
        for answers, waits in (
            ([(429, {"Retry-After": "3600"}, b"{}")], []),
            ([(503, {}, b"{}")], []),
            ([(500, {"Retry-After": "1"}, b"{}")], []),
            ([(429, {"Retry-After": "1"}, b'{"code": "x"}')] * 4, [1.0] * 3),
        ):
            server = Scripted(answers)
            with self.assertRaises(FastiError):
                server.client().read_event(1)
            self.assertEqual(server.waits, waits)

    def test_keeps_the_key_of_a_create(self):
        server = Scripted([None, (409, {"Retry-After": "1"}, b"{}"), self.OK])
        server.client().create_event(event("Once"))
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in server.asked}
        self.assertEqual((len(server.asked), len(keys)), (3, 1))

    def test_does_not_repeat_what_may_have_been_done(self):
        for act in (lambda c: c.create_token(1, {"name": "x"}), lambda c: c.remove_event(1)):
            server = Scripted([None, self.OK])
            with self.assertRaises(Exception):
                act(server.client())
            self.assertEqual(len(server.asked), 1)

    def test_a_refused_connection_is_an_error_with_the_address(self):
        server = Scripted([])
        server.shutdown()
        server.server_close()
        for address in (f"http://127.0.0.1:{server.server_port}", f"http://127.0.0.1:{server.server_port}/cal/v1"):
            waits = []
            with self.assertRaises(FastiError) as caught:
                Client(address, sleep=waits.append).read_event(1)
            error = caught.exception
            self.assertEqual((error.status, error.code, len(waits)), (0, "no_connection", 3))
            self.assertIn(address, error.message)
            self.assertIn("refused", error.message)
            self.assertTrue(error.address.startswith(address))

    def test_follows_no_redirect(self):
        server = Scripted([(302, {"Location": "http://127.0.0.1:1/"}, b"")])
        with self.assertRaises(FastiError):
            server.client().read_event(1)

    def test_escapes_what_is_in_a_path(self):
        server = Scripted([self.OK])
        server.client().put_event("a/b?c#d", event("x"))
        self.assertEqual(server.asked[0][1], "/cal/v1/events/by-uid/a%2Fb%3Fc%23d")


if __name__ == "__main__":
    unittest.main()
