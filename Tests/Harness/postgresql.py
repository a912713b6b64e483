"""A PostgreSQL server of a test, on a socket in a temporary folder."""

import glob
import os
import pathlib
import subprocess
import tempfile

from program import end, wait_for

PROGRAMS = max(glob.glob("/usr/lib/postgresql/*/bin"), default=None)


class Database:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        # PostgreSQL refuses to run as root.
        os.chmod(self.folder.name, 0o777)
        self.data = pathlib.Path(self.folder.name, "data")
        self.run("initdb", "--pgdata", self.data, "--auth=trust", "--username=dramatis", "--no-sync", "--encoding=UTF8")
        self.process = subprocess.Popen(
            self.command("postgres", "-D", self.data, "-k", self.folder.name, "-c", "listen_addresses="),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.user)
        wait_for(lambda: not subprocess.call(
            self.command("pg_isready", "--quiet", "--host", self.folder.name)), "PostgreSQL to answer")
        self.do("CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader")
        self.address = f"host={self.folder.name} user=reader dbname=postgres"

    is_installed = PROGRAMS is not None
    user = "postgres" if PROGRAMS and os.getuid() == 0 else None

    @staticmethod
    def command(name, *arguments):
        return [f"{PROGRAMS}/{name}", *map(str, arguments)]

    def run(self, name, *arguments, **more):
        subprocess.run(self.command(name, *arguments), check=True, capture_output=True, user=self.user, **more)

    def do(self, statements):
        """Runs statements in one transaction."""
        self.run("psql", "-XAtq1", "-v", "ON_ERROR_STOP=1", "-h", self.folder.name, "-U", "dramatis", "postgres",
                 input=statements.encode())

    def fill(self, rows):
        """Replaces the table of plants."""
        columns = ", ".join(f'"{name}" text' for name in rows[0])
        values = ", ".join("(" + ", ".join(f"'{value}'" for value in row) + ")" for row in rows[1:])
        self.do(f"DROP TABLE IF EXISTS plants; CREATE TABLE plants ({columns});"
                + (f"INSERT INTO plants VALUES {values}" if values else ""))

    def stop(self):
        end(self.process)
        self.folder.cleanup()
