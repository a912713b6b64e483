"""SQLite files that keep their reader busy, each replacing the good one of a running show."""

import contextlib
import pathlib
import signal
import sqlite3
import tempfile
import time

from documents import show_document
from program import Show
from watch import Watch, end_during

# Seconds until a reload must report its result: its reader has 10 s of CPU time, and may have to queue.
TOLD = 60
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n{}) "
LONG = "hex(zeroblob(1900000))"
QUADRATIC = ["CREATE VIEW things AS SELECT 'x' AS name "
             "WHERE instr(zeroblob(4190000), CAST(zeroblob(2000000) || 'x' AS BLOB)) = 0"]
# Statements that create a file; the slow part is the view or table `things`.
SLOW = {
    "one quadratic step": QUADRATIC,
    "trim with a long set of letters": [
        f"CREATE VIEW things AS SELECT trim({LONG}, replace({LONG}, '0', 'b') || '0') AS name "
        "WHERE name <> 'x'"],
    "endless rows without a result": [
        f"CREATE VIEW things AS {COUNT.format('')} SELECT 'x' AS name FROM n WHERE i < 0"],
    "rows without end": [f"CREATE VIEW things AS {COUNT.format('')} SELECT 'Thing ' || i AS name FROM n"],
    "long patterns": [
        f"CREATE VIEW things AS SELECT {LONG} AS name WHERE {LONG} LIKE '{'%0' * 499}b' "
        f"OR {LONG} GLOB '{'*0' * 499}b'"],
    "growing texts that are compared": [
        f"CREATE VIEW things AS {COUNT.format('')} SELECT i AS name FROM n "
        "WHERE replace(hex(randomblob(1900000 + i % 2)), '0', '1') LIKE 'x'"],
    "all rows in one text": [
        f"CREATE VIEW things AS {COUNT.format('')} SELECT group_concat(hex(zeroblob(900)), {LONG}) AS name FROM n"],
    "rows times rows": [
        "CREATE TABLE t (name TEXT)", f"INSERT INTO t {COUNT.format(' LIMIT 1000')} SELECT 'Thing ' || i FROM n",
        "CREATE VIEW things AS SELECT a.name FROM t a, t b, t c, t d WHERE a.name || b.name || c.name = d.name",
        "CREATE VIEW sorted AS SELECT a.name || b.name AS name FROM t a, t b, t c ORDER BY 1"],
    "documents in documents": [
        "CREATE VIEW things AS WITH j(t) AS (SELECT '[' || replace(hex(zeroblob(200000)), '00', '1,') || '1]') "
        "SELECT a.value AS name FROM j, json_each(t) a, json_tree(t) b, json_each(t) c WHERE a.value < 0"],
    "views of views, doubling": [
        "CREATE VIEW v0 AS SELECT 'x' AS name",
        *(f"CREATE VIEW v{n} AS SELECT a.name FROM v{n - 1} a, v{n - 1} b" for n in range(1, 24)),
        "CREATE VIEW things AS SELECT * FROM v23"],
    "deep expressions": [
        f"CREATE VIEW v{n} AS SELECT {'+'.join('1' * 900)} AS name FROM v{n - 1}, v{n - 1}" if n else
        "CREATE VIEW v0 AS SELECT 1 AS name" for n in range(12)],
    "generated columns": [
        "CREATE TABLE things (name TEXT)", "INSERT INTO things VALUES ('Bread'), ('Mill')",
        # Added later, since writing a row computes them too.
        "ALTER TABLE things ADD a AS (instr(zeroblob(4000000), CAST(zeroblob(1000000) || name AS BLOB)))"],
    "a corrupt full-text index": [
        "CREATE VIRTUAL TABLE words USING fts5(name)", "INSERT INTO words VALUES ('red leaves')",
        "UPDATE words_data SET block = randomblob(3000)", "UPDATE words_content SET c0 = NULL",
        f"CREATE VIEW things AS {COUNT.format('')} SELECT w.name FROM n, words w WHERE w.name MATCH 'red' OR i < 0"],
    "more memory than allowed": [
        f"CREATE VIEW things AS {COUNT.format(' LIMIT 4000')} SELECT {LONG} || i AS name FROM n ORDER BY 1"],
}


def write(path, statements):
    """Replaces a database atomically."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(new)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    new.rename(path)


def good(*names):
    values = ", ".join(f"('{name}')" for name in names)
    return ["CREATE TABLE things (name TEXT)", f"INSERT INTO things VALUES {values}"]


@contextlib.contextmanager
def served():
    """A show that serves a database, and the database's path."""
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        database = pathlib.Path(folder, "things.sqlite")
        write(database, good("Bread", "Mill"))
        feed = {"kind": "records", "file": str(database), "entry": {"id": "name", "title": "name"}}
        show = Show(show_document("Things", feed))
        try:
            yield show, database
        finally:
            show.stop()


@contextlib.contextmanager
def watched():
    """The same with a calibrated watch. The show ends before its watch."""
    with served() as (show, database), Watch(show) as watch:
        try:
            watch.rest()
            watch.begin()
            yield show, database, watch
        finally:
            show.halt()


def waits(show, text, count, seconds=TOLD):
    """Whether the program logs a text `count` times in time."""
    deadline = time.monotonic() + seconds
    while show.said().count(text) < count and time.monotonic() < deadline:
        time.sleep(0.05)
    return show.said().count(text) >= count


def readers(show):
    lists = pathlib.Path(f"/proc/{show.process.pid}/task").glob("*/children")
    return [number for path in lists for number in path.read_text().split()]


def replaced_database(_world):
    """Replaces a database with a slow one, reloads it repeatedly, and restores the good one."""
    with watched() as (show, database, watch):
        write(database, QUADRATIC)
        for _ in range(4):
            show.process.send_signal(signal.SIGHUP)
            time.sleep(0.5)
        write(database, good("Oven"))
        show.process.send_signal(signal.SIGHUP)
        found = [] if waits(show, "feed: 1 entries from", 1) else ["the good database is not served after the slow one"]
        if readers(show):
            found.append("a reader is left")
        return found + watch.faults()


def slow_databases(_world):
    """Reads databases that are slow in every known way; none may exceed its reader's limits."""
    found = []
    with watched() as (show, database, watch):
        for name, statements in SLOW.items():
            start, told = time.monotonic(), show.said().count("reloaded")
            write(database, statements)
            show.process.send_signal(signal.SIGHUP)
            if not waits(show, "reloaded", told + 1):
                found.append(f"{name}: no report within {TOLD} s")
            print(f"  {name}: {time.monotonic() - start:.1f} s: {show.said().splitlines()[-1][-100:]}", flush=True)
        if readers(show):
            found.append("a reader is left")
        return found + watch.faults()


def end_during_a_database(_world):
    """Sends SIGTERM while the program reads a slow database."""
    with served() as (show, database):
        write(database, QUADRATIC)
        return end_during(show, lambda: show.process.send_signal(signal.SIGHUP))


KINDS = [replaced_database, slow_databases, end_during_a_database]
