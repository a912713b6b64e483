"""The simulated outside world of our shows.

    DRAMATIS=PROGRAM world.py [--port PORT]      serves our shows from it until Ctrl-C
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from drawings import FAULTS
from program import CITIES, PROGRAM, ROOT, Show, wait_for
from sources import KEY, Sources, slug
from visitor import Visitor

SHOWS = ["simpsons", "wire", "movies", "cities", "web"]


class World(Sources):
    """All simulated sources at one address."""

    def show(self, name, **more):
        """The configuration of one of our shows, pointed at this world."""
        show = json.loads((ROOT / f"config/{name}.json").read_text())
        show["feed"] = json.loads(re.sub(r"https?://([a-z.]+)", rf"{self.address}/\1", json.dumps(show["feed"])))
        show["feed"] |= {"tmdb": {"posters": f"{self.address}/image.tmdb.org/t/p"},
                         "cities": {"address": f"{self.address}/bulk.openweathermap.org/cities.json"},
                         }.get(show["feed"]["kind"], {})
        if "pictures" in show:
            show["pictures"] = {"hosts": ["127.0.0.1"], "privateAddresses": True}
        if "bundled" in show:
            show["bundled"] = str(CITIES if name == "cities" else ROOT / "config" / show["bundled"])
        return {**show, **more}


class PlayedShow(Show):
    """One of our shows, or a configuration, with its own simulated world or a given one."""

    def __init__(self, show, *options, world=None, count=43, **more):
        self.own = None if world else World(count)
        self.world = world or self.own
        show = self.world.show(show) if isinstance(show, str) else show
        show = {name: part for name, part in show.items() if name != "bundled"}
        try:
            super().__init__(show, *options, offline=False, environment={"TMDB_API_KEY": KEY}, **more)
            self.wait_until_said(" entries")
        except BaseException:
            self.stop_world()
            raise
        self.visitor = Visitor(self.port, f"127.0.0.1:{self.port}")

    def entries(self):
        return self.visitor.ask("/entries.json?size=500").json["entries"]

    def arrive(self, *ids, sizes=("tile=360", "whole=720")):
        """Waits until all pictures, or those of some entries, have arrived in these sizes or failed."""
        pending = {f"/pictures/{one['id']}?{size}": one["title"] for one in self.entries()
                   if one["picture"] and (not ids or one["id"] in ids) for size in sizes}

        def has_arrived():
            for target, title in list(pending.items()):
                answer, kind = self.visitor.ask(target, headers=[("Accept", "image/webp")]), self.world.kind(title)
                has_failed = kind in FAULTS and self.world.asked_for(f"/{kind}-{slug(title)}.jpg")
                if has_failed or answer.header("Content-Type") != "image/svg+xml":
                    del pending[target]
            return not pending

        wait_for(has_arrived, lambda: f"pictures: {pending}")
        self.visitor.close()

    def stop_world(self):
        if self.own:
            self.own.stop()

    def stop(self):
        super().stop()
        self.stop_world()


def main(port):
    """Serves our shows from a simulated world until it is interrupted."""
    world = World(count=1_000, slow=4)
    with tempfile.TemporaryDirectory(prefix="dramatis-world-") as folder:
        for name in SHOWS:
            pathlib.Path(folder, f"{name}.json").write_text(json.dumps(world.show(name)))
        print(f"simulated sources: {world.address}", flush=True)
        program = subprocess.Popen(
            [PROGRAM, "--shows", "--config-dir", folder, "--resources", ROOT, "--state-dir", f"{folder}/state",
             "--port", str(port)], env={**os.environ, "TMDB_API_KEY": KEY})
        # Ctrl-C reaches both processes; SIGTERM is passed on.
        signal.signal(signal.SIGINT, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: program.terminate())
        status = program.wait()
        world.stop()
    return status


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=8080)
    sys.exit(main(options.parse_args().port))
