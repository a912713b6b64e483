"""TLS versions, certificates, and broken connections."""

import http.client
import os
import pathlib
import signal
import socket
import ssl
import stat
import subprocess
import threading
import types
import warnings

from network import HOST, NetworkTest, need
from program import PATIENCE, PROGRAM, ROOT, HeldPort, wait_for
from visitor import Visitor


def request(target="/", more=""):
    return f"GET {target} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()


class TLSTest(NetworkTest):
    def secure(self, *options, **more):
        authority = self.authority(HOST)
        show = self.serve(
            "simpsons", "--tls-cert", authority.certificate, "--tls-key", authority.key, *options, **more)
        return show, authority

    def connect(self, show, context):
        plain = socket.create_connection(("127.0.0.1", show.port), timeout=PATIENCE)
        self.addCleanup(plain.close)
        connection = context.wrap_socket(plain, server_hostname="localhost")
        self.addCleanup(connection.close)
        return connection

    def read_to_end(self, connection):
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
        return b"".join(parts)

    def test_tls_1_2_and_1_3_only(self):
        show, authority = self.secure()
        version = ssl.TLSVersion
        with warnings.catch_warnings():
            # Deprecation warnings about the old versions requested here.
            warnings.simplefilter("ignore", DeprecationWarning)
            for wanted, name in [(version.TLSv1, None), (version.TLSv1_1, None), (version.TLSv1_2, "TLSv1.2"),
                                 (version.TLSv1_3, "TLSv1.3")]:
                with self.subTest(wanted):
                    context = authority.context()
                    context.set_ciphers("ALL:@SECLEVEL=0")
                    context.minimum_version = context.maximum_version = wanted
                    if name:
                        self.assertEqual(self.connect(show, context).version(), name)
                    else:
                        # A server that accepts them can be reached.
                        self.connect(self.old_server(authority, wanted), context)
                        with self.assertRaises(ssl.SSLError):
                            self.connect(show, context)

    def old_server(self, authority, version):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(authority.certificate, authority.key)
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            with context.wrap_socket(listener.accept()[0], server_side=True) as connection:
                connection.recv(1)

        thread = threading.Thread(target=serve)
        thread.start()
        self.addCleanup(thread.join)
        return types.SimpleNamespace(port=listener.getsockname()[1])

    def test_only_ciphers_with_forward_secrecy(self):
        show, authority = self.secure()
        for ciphers, accepted in [("ECDHE+AESGCM", True), ("ECDHE+CHACHA20", True), ("ECDHE+AES+SHA1", False),
                                  ("kRSA", False), ("DHE", False)]:
            with self.subTest(ciphers):
                context = authority.context()
                context.maximum_version = ssl.TLSVersion.TLSv1_2
                context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
                if accepted:
                    self.connect(show, context)
                else:
                    with self.assertRaises(ssl.SSLError):
                        self.connect(show, context)

    def test_keep_alive_serves_many_requests(self):
        show, authority = self.secure()
        connection = self.connect(show, authority.context())
        for _ in range(3):
            connection.sendall(request("/opensearch.xml") * 5)
            got = b""
            while got.count(b"</OpenSearchDescription>") < 5:
                part = connection.recv(65_536)
                self.assertTrue(part)
                got += part
            self.assertEqual(got.count(b"HTTP/1.1 200"), 5)

    def test_a_half_closed_connection_is_answered(self):
        show, authority = self.secure()
        connection = self.connect(show, authority.context())
        connection.sendall(request("/opensearch.xml", "Connection: close\r\n"))
        socket.socket.shutdown(connection, socket.SHUT_WR)
        self.assertIn(b"</OpenSearchDescription>", self.read_to_end(connection))

    def test_plain_http_and_garbage_on_the_tls_port_are_harmless(self):
        show, authority = self.secure()
        for bytes in [request(), b"\x16\x03\x01\xff\xff" + b"a" * 100, b"\x80" * 5_000]:
            with socket.create_connection(("127.0.0.1", show.port), timeout=PATIENCE) as plain:
                plain.sendall(bytes)
                try:
                    self.assertNotIn(b"HTTP/1.1 200", self.read_to_end(plain))
                except (ConnectionResetError, TimeoutError) as error:
                    self.assertIsInstance(error, ConnectionResetError)
        self.assertEqual(self.visit(show, authority).ask("/").status, 200)

    def visit(self, show, authority):
        visitor = Visitor(show.port, f"{HOST}:{show.port}", authority)
        self.addCleanup(visitor.close)
        return visitor

    def test_tls_files_from_systemd_credentials(self):
        authority = self.authority(HOST)
        folder = pathlib.Path(authority.folder)
        os.symlink(authority.certificate, folder / "tls-cert")
        os.symlink(authority.key, folder / "tls-key")
        show = self.serve("simpsons", environment={"CREDENTIALS_DIRECTORY": authority.folder})
        self.assertEqual(show.scheme, "https")
        self.assertEqual(self.visit(show, authority).ask("/").status, 200)
        # healthcheck has neither the credentials nor a certificate for the loopback's name.
        check = None

        def is_in_time():
            nonlocal check
            check = subprocess.run([PROGRAM, "healthcheck", "--port", str(show.port)], capture_output=True, text=True)
            return "did not answer in full within" not in check.stderr

        wait_for(is_in_time, "an answer within the health check's three seconds")
        self.assertEqual((check.returncode, check.stderr), (0, ""))
        self.assertTrue(check.stdout.startswith("ok: "), check.stdout)

    def test_reloading_a_certificate_under_load_fails_no_request(self):
        show, authority = self.secure()
        failures, serials, counts = [], set(), [0] * 2
        over = threading.Event()
        contexts = [authority.context() for _ in counts]

        def ask(index):
            # Half of the clients use keep-alive, half open a connection per request.
            connection = None
            while not over.is_set():
                try:
                    if not connection:
                        plain = socket.create_connection(("127.0.0.1", show.port), timeout=PATIENCE)
                        connection = http.client.HTTPSConnection("127.0.0.1", show.port)
                        connection.sock = contexts[index].wrap_socket(plain, server_hostname=HOST)
                        certificate = connection.sock.getpeercert()
                        serials.add(certificate["serialNumber"])
                    connection.request("GET", "/opensearch.xml", headers={"Host": HOST})
                    answer = connection.getresponse()
                    if answer.status != 200 or b"</OpenSearchDescription>" not in answer.read():
                        failures.append(answer.status)
                    counts[index] += 1
                    if index % 2:
                        connection.close()
                        connection = None
                except OSError as error:
                    failures.append(repr(error))
                    connection = None
            if connection:
                connection.close()

        threads = [threading.Thread(target=ask, args=[index]) for index in range(len(counts))]
        for thread in threads:
            thread.start()
        try:
            wait_for(lambda: len(serials) == 1 or failures, "the first certificate in use")
            authority.renew()
            show.process.send_signal(signal.SIGHUP)
            show.wait_until_said("reloaded ")
            wait_for(lambda: len(serials) == 2 or failures, "the last certificate in use")
            wait_for(lambda: min(counts) > 10 or failures, "further answers for every client")
        finally:
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])

    def test_a_broken_certificate_is_reported_and_the_old_one_kept(self):
        show, authority = self.secure()
        visitor = self.visit(show, authority)
        pathlib.Path(authority.certificate).write_text("nonsense")
        show.process.send_signal(signal.SIGHUP)
        show.wait_until_said(f"not reloaded: {authority.certificate} contains no certificate in PEM form")
        self.assertEqual(visitor.ask("/").status, 200)
        self.assertEqual(self.visit(show, authority).ask("/").status, 200)

    def test_redirect_port_sends_own_host_names_to_https(self):
        held = HeldPort()
        self.addCleanup(held.release)
        port = held.number
        show, _ = self.secure("--redirect-port", str(port))
        for host, status, place in [
            (f"{HOST}:{port}", 308, f"https://{HOST}:{show.port}/entries/x?q=a%20b"),
            ("127.0.0.1", 308, f"https://127.0.0.1:{show.port}/entries/x?q=a%20b"), ("evil.example", 421, None),
        ]:
            for method in ("GET", "POST"):
                visitor = Visitor(port, host)
                answer = visitor.ask("/entries/x?q=a%20b", method)
                visitor.close()
                self.assertEqual((answer.status, answer.header("Location")), (status, place))

    def test_bad_tls_files_are_reported_in_one_line(self):
        authority, other = self.authority(), self.authority()
        folder = pathlib.Path(authority.folder)
        (folder / "nothing.pem").write_text("nothing")
        missing = f"{folder}/missing.pem"
        subprocess.run(["openssl", "ec", "-aes128", "-passout", "pass:x", "-in", authority.key, "-out",
                        folder / "locked.pem"], check=True, capture_output=True)
        cases = [
            (missing, authority.key, f"cannot read {missing}: No such file or directory"),
            (authority.certificate, missing, f"cannot read {missing}: No such file or directory"),
            (authority.certificate, authority.folder, f"cannot read {authority.folder}: Is a directory"),
            (f"{folder}/nothing.pem", authority.key, f"{folder}/nothing.pem contains no certificate in PEM form"),
            (authority.certificate, f"{folder}/nothing.pem",
             f"{folder}/nothing.pem contains no private key in PEM form"),
            (authority.certificate, f"{folder}/locked.pem",
             f"{folder}/locked.pem: the private key is protected by a password; use one without"),
            (authority.certificate, other.key, f"{other.key} is not the key of the certificate in "
                                               f"{authority.certificate}"),
        ]
        if os.getuid() != 0:
            (folder / "mine.pem").touch(mode=0)
            cases.append((authority.certificate, f"{folder}/mine.pem",
                          f"cannot read {folder}/mine.pem: Permission denied"))
        for certificate, key, sentence in cases:
            with self.subTest(sentence):
                with self.assertRaises(RuntimeError) as raised:
                    self.serve("simpsons", "--tls-cert", certificate, "--tls-key", key)
                self.assertEqual(str(raised.exception), f"dramatis: {sentence}\n")


class CertificateTest(NetworkTest):
    def test_clients_that_trust_the_ca_trust_the_certificate(self):
        authority = self.authority("films.home", "192.168.77.1", "fd00::77")
        show = self.serve("simpsons", "--tls-cert", authority.certificate, "--tls-key", authority.key,
                          hosts=["films.home"])
        subprocess.run(
            ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", authority.file,
             authority.certificate], check=True, capture_output=True)
        for option, name in [("-verify_hostname", "films.home"), ("-verify_ip", "192.168.77.1"),
                             ("-verify_ip", "fd00::77"), ("-verify_hostname", f"{short_name()}.local")]:
            subprocess.run(
                ["openssl", "verify", option, name, "-CAfile", authority.file, authority.certificate],
                check=True, capture_output=True)
        curl = need("curl")
        for name in ["localhost", "127.0.0.1", "films.home"]:
            address = f"https://{name}:{show.port}/"
            done = subprocess.run(
                [curl, "--silent", "--show-error", "--fail", "--cacert", authority.file, "--resolve",
                 f"films.home:{show.port}:127.0.0.1", "--output", os.devnull, address], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        stranger = subprocess.run([curl, "--silent", address], capture_output=True)
        self.assertNotEqual(stranger.returncode, 0)

    def test_name_constraints_exclude_public_names(self):
        authority = self.authority()
        for name in ["example.org", "8.8.8.8"]:
            done = subprocess.run(
                [ROOT / "config/package/certificate", authority.folder, name], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("certificate: ", done.stderr)
        # The existing files are unchanged.
        self.assertEqual(sorted(os.listdir(authority.folder)),
                         ["authority-key.pem", "authority.crt", "certificate.pem", "key.pem"])

    def test_only_the_owner_can_read_keys(self):
        authority = self.authority()
        for name in ["authority-key.pem", "key.pem"]:
            self.assertEqual(stat.S_IMODE(os.stat(f"{authority.folder}/{name}").st_mode), 0o600)

    def test_validity_is_within_apples_825_days(self):
        authority = self.authority()
        for days, ends in [(819, False), (825, True)]:
            done = subprocess.run(["openssl", "x509", "-in", authority.certificate, "-noout", "-checkend",
                                   str(days * 86_400)], capture_output=True)
            self.assertEqual(done.returncode != 0, ends)

    def test_the_same_command_renews_the_certificate_with_the_same_ca(self):
        authority = self.authority()
        read = lambda name: pathlib.Path(authority.folder, name).read_text()
        before = {name: read(name) for name in ["authority.crt", "authority-key.pem", "certificate.pem", "key.pem"]}
        self.assertIn("Settings > General > About > Certificate Trust Settings", authority.made)
        self.assertIn("Install a certificate > CA certificate", authority.made)
        words = authority.renew()
        self.assertIn("Using the existing CA", words)
        self.assertIn("certificate.pem.old", words)
        for name in ["authority.crt", "authority-key.pem"]:
            self.assertEqual(read(name), before[name])
        for name in ["certificate.pem", "key.pem"]:
            self.assertNotEqual(read(name), before[name])
            self.assertEqual(read(f"{name}.old"), before[name])

    def test_an_incomplete_ca_is_not_replaced(self):
        authority = self.authority()
        os.remove(f"{authority.folder}/authority-key.pem")
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            authority.renew()
        self.assertIn("only one of", raised.exception.stderr)


def short_name():
    return socket.gethostname().lower().split(".")[0]
