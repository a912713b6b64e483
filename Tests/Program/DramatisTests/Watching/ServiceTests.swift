import Dispatch
import Foundation
import HTTPServer
import Operations
import Synchronization
import TestSupport
import Testing
import Website

@testable import dramatis

extension ProgramTests {
  @Suite("As a systemd service")
  struct ServiceTests {
    /// A site's answer to health checks.
    private static let healthy = Response(status: 200, body: Array("ok\n".utf8))

    /// The lines of the next datagram with a line that begins so.
    private func next(_ start: String, of socket: DatagramSocket) throws -> [String] {
      var lines: [String] = []
      try wait(for: "a datagram with \(start)") {
        lines = try socket.receive()
        return lines.contains { $0.hasPrefix(start) }
      }
      return lines
    }

    @Test("Notifications: ready, watchdog, reloading and stopping, in order")
    func notifications() async throws {
      let name = DatagramSocket.newName()
      let socket = DatagramSocket(name)
      let cast = try Cast(bundled: ["Apu"])
      let program = try Program(
        cast.arguments + ["--offline"], environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "400000"],
        keeping: cast.folder)
      #expect(try socket.receive().first == "READY=1")
      #expect(try await program.get().status == 200)
      _ = try next("WATCHDOG=1", of: socket)
      let alive = try next("WATCHDOG=1", of: socket)
      #expect(alive.last?.hasPrefix("STATUS=ok: 1 bundled entry") == true)
      program.send(SIGHUP)
      let reloading = try next("RELOADING=1", of: socket)
      #expect(reloading.contains { $0.hasPrefix("MONOTONIC_USEC=") })
      #expect(try next("READY=1", of: socket).last?.hasPrefix("STATUS=ok") == true)
      try cast.folder.write("cast.json", "{")
      program.send(SIGHUP)
      let faulty = try #require(try next("READY=1", of: socket).last)
      #expect(faulty.hasPrefix("STATUS=degraded: not reloaded: \(cast.file):1:"))
      #expect(try next("WATCHDOG=1", of: socket).last == faulty)
      try cast.write(name: "A Small Cast")
      program.send(SIGHUP)
      #expect(try next("READY=1", of: socket).last?.contains("not reloaded") == false)
      program.send(SIGTERM)
      _ = try next("STOPPING=1", of: socket)
      #expect(try await program.status == 0)
    }

    @Test("Health is answered while all workers are busy, and a hung worker is noticed")
    func busyWorkers() throws {
      let gate = Gate()
      let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
        if request.isForHealth { return .now(Self.healthy) }
        return .later {
          gate.pass()
          return .now(Response(status: 200))
        }
      }
      #expect(server.longestWork == 0)
      let visits = (0..<100).map { _ in Visit(server.port) }
      for visit in visits { visit.ask("/") }
      // Requests are refused only when the queue is full.
      try wait(for: "the first refusal") { visits.contains { $0.hasAnswer } }
      #expect(Page(server.port, "/healthz").text == "ok\n")
      try wait(for: "long work") { server.longestWork > 0.05 }
      gate.open()
      for visit in visits { _ = Page(rest: visit, after: []) }
      try wait(for: "the end of all work") { server.longestWork == 0 }
    }

    @Test("A hung polling thread is noticed while the others answer")
    func hungThread() async throws {
      let gate = Gate()
      var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
      configuration.threads = 2
      let server = try Server(configuration) { request in
        if request.isForHealth { return .later { .now(Self.healthy) } }
        gate.pass()
        return .now(Response(status: 200))
      }
      #expect(server.longestCall == 0)
      let visit = Visit(server.port)
      visit.ask("/")
      try await wait(for: "a long call") { server.longestCall > 0.05 }
      #expect(Page(server.port, "/healthz").text == "ok\n")
      #expect(server.longestCall > 0.05)
      gate.open()
      #expect(Page(rest: visit, after: []).status == 200)
      #expect(server.longestCall == 0)
    }

    @Test("Wrong usage has a syslog level for the journal")
    func wrongUsage() throws {
      let script = "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" --show wire --port many"
      let tool = try Tool("sh", ["-c", script, Program.path])
      #expect(tool.status == 2)
      #expect(tool.output == "<3>--port takes 0 to 65535, not \"many\"; see dramatis --help\n")
    }

    @Test("Passed sockets are used instead of --port, and outlive the program")
    func passed() async throws {
      let socket = ListeningPort()
      let cast = try Cast(bundled: ["Apu"])
      let first = try Program(
        cast.arguments + ["--offline"], listening: socket.descriptor, keeping: cast.folder)
      #expect(try await first.port == socket.port)
      #expect(Page(socket.port).status == 200)
      try await first.says("--port and --listen are ignored")
      first.send(SIGTERM)
      #expect(try await first.status == 0)

      // A connection made now waits for the next program.
      let visit = Visit(socket.port)
      #expect(visit.isConnected)
      visit.ask("/entries/apu")
      let second = try Program(
        cast.arguments + ["--offline"], listening: socket.descriptor, keeping: cast.folder)
      #expect(Page(rest: visit, after: []).status == 200)
      second.send(SIGTERM)
      #expect(try await second.status == 0)
    }

    @Test("A passed descriptor that is not a listening TCP socket ends the start")
    func noSocket() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let file = open("/dev/null", O_RDWR)
      defer { close(file) }
      let program = try Program(cast.arguments + ["--offline"], listening: file)
      #expect(try await program.status == 1)
      #expect(program.errors == "dramatis: the passed socket 3 (web) is not a listening TCP socket\n")
    }

    private static let activator = "/usr/bin/systemd-socket-activate"

    @Test(
      "Several sockets of systemd, IPv4 and IPv6, are used",
      .enabled(if: FileManager.default.isExecutableFile(atPath: activator), "systemd is not installed here"))
    func activated() async throws {
      let cast = try Cast(bundled: ["Apu"])
      // systemd-socket-activate passes on only the variables named with -E.
      let inherited = Program.inherited.flatMap { ["-E", "\($0)=\($1)"] }
      // It does not accept port 0, and ends with an error if a port is in use.
      let other = hasIPv6 ? "[::1]" : "127.0.0.2"
      var ports: [UInt16] = []
      var found: Program?
      while found == nil {
        ports = (0..<2).map { _ in .random(in: 10_000..<32_000) }
        let sockets = ["-l", "127.0.0.1:\(ports[0])", "-l", "\(other):\(ports[1])"]
        let activator = try Program(
          inherited + sockets + [Program.path] + cast.arguments + ["--offline"],
          environment: ["HOME": cast.folder.path], keeping: cast.folder, path: Self.activator)
        try await wait(for: "sockets of systemd") {
          activator.errors.contains(" as 4.") || !activator.isRunning
        }
        if activator.isRunning {
          found = activator
        } else {
          try #require(activator.errors.contains("Address already in use"), "\(activator.errors)")
        }
      }
      let program = try #require(found)
      #expect(Page(ports[0]).status == 200, "\(program.errors)")
      let address = "http://\(other):\(ports[1])/healthz"
      // Checked in this process: the end of a child would not be noticed while the process of systemd
      // lives, which closed the descriptors by which Foundation notices it.
      try await wait(for: "its health within the time of a check") {
        (try? Healthcheck(userAgent: "test").answer(of: address))?.hasPrefix("ok") == true
      }
      program.send(SIGTERM)
      #expect(try await program.status == 0)
    }

    @Test("Every accepted request is answered when the program ends under load")
    func endUnderLoad() async throws {
      let cast = try Cast(bundled: ["Apu", "Moe"])
      let program = try cast.start(["--offline"])
      let port = try await program.port
      let (answered, lost) = (Counter(), Counter())
      let clients = DispatchGroup()
      for client in 0..<8 {
        DispatchQueue(label: "client \(client)").async(group: clients) {
          while true {
            let start = ContinuousClock.now
            let visit = Visit(port)
            guard visit.isConnected else { return }
            visit.ask(client % 2 == 0 ? "/" : "/healthz")
            if Page(rest: visit, after: []).status == 200 {
              answered.add()
            } else {
              // A connection idle for 0.1 s may be closed.
              if ContinuousClock.now - start < .milliseconds(100) { lost.add() }
              return
            }
          }
        }
      }
      try await wait(for: "more than 200 answers") { answered.value > 200 }
      program.send(SIGTERM)
      #expect(try await program.status == 0)
      await withCheckedContinuation { done in clients.notify(queue: .global()) { done.resume() } }
      #expect(lost.value == 0)
    }
  }
}

extension Request {
  fileprivate var isForHealth: Bool { target.elementsEqual("/healthz".utf8) }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
