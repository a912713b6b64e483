"""Follows config/examples/cluster/README.md on three machines, which are namespaces joined by a bridge without a way
outside, and prints each command. Needs root.

    follow.py

Services are started by the commands of their units, since no systemd runs here.
"""

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time

from program import PROGRAM, ROOT

EXAMPLES = ROOT / "config/examples/cluster"
README = (EXAMPLES / "README.md").read_text()
NAMES = ["one", "two", "three"]
FOLDERS = ["/etc/default", "/etc/patroni", "/etc/haproxy", "/etc/dramatis", "/etc/credstore", "/var/lib/etcd",
           "/var/lib/postgresql", "/var/run/postgresql", "/srv"]
PATIENCE = 120
LISTED = "patronictl -c /etc/patroni/config.yml list"


class Namespace:
    """A network, and files of its own in some folders."""

    def __init__(self, name):
        mounts = "; ".join(f"mkdir -p {folder} && mount -t tmpfs tmpfs {folder}" for folder in FOLDERS)
        self.name = name
        self.holder = subprocess.Popen(
            ["unshare", "--mount", "--net", "--uts", "--pid", "--fork", "--kill-child", "sh", "-ec",
             f"mount --make-rprivate /; mount -t proc proc /proc; {mounts}; hostname {name}; echo ready; "
             "exec sleep infinity"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        assert self.holder.stdout.readline() == "ready\n"
        children = subprocess.run(["pgrep", "-P", str(self.holder.pid)], check=True, capture_output=True, text=True)
        self.process = int(children.stdout)

    def command(self, line):
        return ["nsenter", "-t", str(self.process), "-m", "-n", "-u", "-p", "sh", "-ec", line]

    def do(self, line, shown=True, patience=0):
        """Runs a line of a shell and returns its output; repeats it while it fails, for `patience` seconds."""
        if shown:
            print(f"{self.name}# {line}", flush=True)
        deadline = time.monotonic() + patience
        while True:
            done = subprocess.run(self.command(line), capture_output=True, text=True)
            if done.returncode == 0:
                return done.stdout
            if time.monotonic() > deadline:
                raise AssertionError(f"{line}: status {done.returncode}: {done.stdout}{done.stderr}")
            time.sleep(0.5)

    def serve(self, line):
        """Starts a service; `kill` ends it."""
        print(f"{self.name}# {line} &", flush=True)
        return subprocess.Popen(self.command(line), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True)

    def write(self, path, text, owner="root", mode="600"):
        print(f"{self.name}# (writes {path})", flush=True)
        self.do(f"umask 077; printf %s {shlex.quote(text)} > {path}; chmod {mode} {path}; chown {owner} {path}", False)

    def stop(self):
        self.holder.kill()
        self.holder.wait()


class Machine(Namespace):
    def __init__(self, number, switch):
        super().__init__(NAMES[number])
        self.address = f"10.0.0.{11 + number}"
        # Other processes are not seen from within.
        cable = f"ip link add port{number} type veth peer name eth0 netns {self.process}"
        subprocess.run(["nsenter", "-t", str(switch.process), "-n", *cable.split()], check=True)
        switch.do(f"ip link set port{number} master bridge0 up", False)
        self.do(f"ip link set lo up; ip address add {self.address}/24 dev eth0; ip link set eth0 up", False)

    def etcd(self):
        names = "\n".join(
            re.search(pattern, README).group(0) for pattern in [
                "ETCD_ENABLE_V2=true", "ETCD_NAME=one", r"ETCD_INITIAL_CLUSTER=[^`]*"])
        clients, peers = "http://10.0.0.11:2379", "http://10.0.0.11:2380"
        assert clients in README and peers in README
        names += (f"\nETCD_LISTEN_CLIENT_URLS={clients}\nETCD_ADVERTISE_CLIENT_URLS={clients}"
                  f"\nETCD_LISTEN_PEER_URLS={peers}\nETCD_INITIAL_ADVERTISE_PEER_URLS={peers}\n")
        first, cluster = names.split("ETCD_INITIAL_CLUSTER=")
        cluster, rest = cluster.split("\n", 1)
        own = (first + rest).replace("10.0.0.11", self.address).replace("NAME=one", f"NAME={self.name}")
        self.write("/etc/default/etcd", f"{own}ETCD_INITIAL_CLUSTER={cluster}\n")
        return self.serve("set -a; . /etc/default/etcd; exec etcd --data-dir /var/lib/etcd/default")

    def patroni(self):
        text = (EXAMPLES / "patroni.yml").read_text()
        own = text.replace("name: one\n", f"name: {self.name}\n")
        own = re.sub(r"10\.0\.0\.11:(8008|5432)", rf"{self.address}:\1", own)
        self.do("chown postgres /var/lib/postgresql /var/run/postgresql /etc/patroni", False)
        self.write("/etc/patroni/config.yml", own, "postgres")
        self.write("/etc/patroni/roles.sql", (EXAMPLES / "roles.sql").read_text(), "postgres")
        user = "setpriv --reuid=postgres --regid=postgres --init-groups"
        return self.serve(f"exec {user} patroni /etc/patroni/config.yml")

    def dramatis(self, more=""):
        said = (EXAMPLES / "database.conf").read_text().split("#   host=")[1].splitlines()[0]
        self.write("/etc/credstore/database", f"host={said}\n")
        self.do(f"sed 's|\"bundled\": \"|&{ROOT}/config/|; "
                "1a \"favorites\": {\"store\": \"postgresql\"}, \"server\": {\"hosts\": [\"films.example\"]},' "
                f"{ROOT}/config/wire.json > /etc/dramatis/films.json {more}")
        return self.serve(
            f"CREDENTIALS_DIRECTORY=/etc/credstore exec {PROGRAM} --show /etc/dramatis/films.json --resources {ROOT} "
            f"--config-dir {ROOT}/config --state-dir /srv/state --listen {self.address} --port 8080 "
            "--trusted-proxy 10.0.0.0/24")

    def haproxy(self):
        times = "defaults\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n\n"
        self.write("/etc/haproxy/haproxy.cfg", times + (EXAMPLES / "haproxy.cfg").read_text())
        self.do("openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=films.example -keyout /etc/haproxy/key "
                "-out /etc/haproxy/films.pem; cat /etc/haproxy/key >> /etc/haproxy/films.pem")
        return self.serve("exec haproxy -db -f /etc/haproxy/haproxy.cfg")

    def ask(self, path, more=""):
        return f"curl -sSf -m 10 -H 'Host: films.example' {more} 'http://10.0.0.11{path}'"


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def follow(stack):
    switch = Namespace("switch")
    stack.callback(switch.stop)
    switch.do("ip link add bridge0 type bridge; ip link set bridge0 up", False)
    machines = []
    for number in range(3):
        machines.append(Machine(number, switch))
        stack.callback(machines[-1].stop)
    one, two, three = machines
    one.do("! ping -c 1 -W 1 192.0.2.1")
    etcds = [machine.etcd() for machine in machines]
    one.do("curl -sSf http://10.0.0.12:2379/health", patience=PATIENCE)
    patronis = [one.patroni()]
    listed = LISTED
    one.do(f"{listed} | grep Leader | grep running", patience=PATIENCE)
    patronis += [two.patroni(), three.patroni()]
    one.do(f"{listed} | grep -c running | grep 3 && {listed} | grep 'Sync Standby'", patience=PATIENCE)
    print(one.do(listed))
    replicas = [machine.dramatis() for machine in machines]
    one.haproxy()
    one.do(one.ask("/"), patience=PATIENCE)
    entry = re.search(r'"id": *"([^"]+)"', one.do(one.ask("/entries.json?size=1"))).group(1)

    def star(wish):
        form = ("-b /srv/jar -c /srv/jar -H 'Origin: http://films.example' -o /dev/null -w '%{http_code}' "
                f"-d to={wish}")
        one.do(f"{one.ask(f'/favorites/{entry}', form)} | grep 303", patience=PATIENCE)

    def is_starred():
        one.do(f"{one.ask('/favorites.json', '-b /srv/jar')} | grep {entry}", patience=PATIENCE)

    star(1)
    is_starred()

    fail(machines, etcds, patronis, replicas, star, is_starred)


def fail(machines, etcds, patronis, replicas, star, is_starred):
    one, two, three = machines
    listed = LISTED
    print("\n# A replica ends")
    kill(replicas[1])
    star(0)
    star(1)
    replicas[1] = two.dramatis()

    print("\n# The primary's Patroni and PostgreSQL end")
    leader = next(machine for machine in machines if machine.name in one.do(f"{listed} | grep Leader"))
    begun = time.monotonic()
    leader.do("kill -9 $(pgrep -x patroni) $(pgrep -x postgres)")
    star(0)
    star(1)
    print(f"# changes work again after {time.monotonic() - begun:.1f} s")
    patronis[machines.index(leader)] = leader.patroni()
    one.do(f"{listed} | grep -c -E 'running|streaming' | grep 3", patience=PATIENCE)

    print("\n# Two of three etcds end")
    for etcd in etcds[1:]:
        kill(etcd)
    star(0)
    star(1)
    is_starred()

    print("\n# One replica has another list")
    kill(replicas[2])
    replicas[2] = three.dramatis(f"&& sed 's/Omar/Omar!/' {ROOT}/config/bundled/wire.json > /srv/other.json "
                                 "&& sed -i 's|\"bundled\": \"[^\"]*\"|\"bundled\": \"/srv/other.json\"|' "
                                 "/etc/dramatis/films.json && rm -rf /srv/state")
    digests = [one.do(f"curl -sSf -H 'Host: films.example' 'http://{machine.address}:8080/healthz?verbose=1'",
                      patience=PATIENCE) for machine in machines]
    print("".join(digests))
    first, second, third = (re.search(r"[0-9a-f]{16}", text).group(0) for text in digests)
    assert first == second != third, digests


def main():
    # So that everything is cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.ExitStack() as stack:
        follow(stack)
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
