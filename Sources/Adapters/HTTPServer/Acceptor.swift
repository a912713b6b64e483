import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization
import System

/// A thread that accepts connections and hands those that are admitted to the library's threads.
///
/// By itself the library accepts one connection per round over all others: in a flood, every client would
/// wait in the kernel's accept queue.
final class Acceptor: Sendable {
  private let listener: ListeningSocket
  private let threads: [PollingThread]
  private let connections: ConnectionRegistry
  private let trusted: [AddressRange]
  private let warn: @Sendable (String) -> Void
  private let shortages = Mutex(ReportThrottle(period: 60, limit: 2))
  /// Two ends of a stream; closing the far one ends the accepting.
  private let ending: (near: Int32, far: Int32)
  private let running = DispatchGroup()
  /// Connections accepted between two checks for the end.
  private static let batch = 64
  private static let lastBatches = 16
  /// Milliseconds before the polling threads are given more.
  private static let turn: Int32 = 1
  /// Milliseconds between two tries while the limits or the descriptors are used up.
  private static let pause: Int32 = 5

  /// - Returns: `nil` when the system has no descriptor or no thread left.
  init?(
    _ listener: ListeningSocket, for threads: [PollingThread], _ connections: ConnectionRegistry,
    _ configuration: ServerConfiguration
  ) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { return nil }
    ending = (ends[0], ends[1])
    (self.listener, self.threads, self.connections) = (listener, threads, connections)
    (trusted, warn) = (configuration.trustedProxies, configuration.warn)
    guard startThread(in: running, { [self] in run() }) else {
      close(ending.near)
      close(ending.far)
      return nil
    }
  }

  /// Stops accepting. To be called once.
  func end() {
    close(ending.far)
    running.wait()
    close(ending.near)
  }

  private func run() {
    var looks = [
      pollfd(fd: ending.near, events: 0, revents: 0),
      pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    var pauses = false
    while true {
      let waits = connections.hasWaiting ? Self.turn : pauses ? Self.pause : -1
      poll(&looks, pauses ? 1 : 2, waits)
      if looks[0].revents != 0 { break }
      pauses = looks[1].revents != 0 && !accept()
      handOver(all: false)
    }
    // Closing the socket resets what it has not accepted yet.
    if !listener.isShared {
      for _ in 0..<Self.lastBatches where listener.hasWaiting { _ = accept() }
      listener.refuseConnections()
    }
    handOver(all: true)
  }

  /// Accepts the waiting connections; `false` if they cannot be accepted now.
  private func accept() -> Bool {
    let now = MonotonicClock.awake.nanoseconds
    for _ in 0..<Self.batch {
      guard connections.hasRoom else { return false }
      guard let socket = listener.accept() else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if [EMFILE, ENFILE].contains(errno) { tellShortage("connections wait: no file descriptor is left") }
        return errno == EAGAIN
      }
      guard let source = socket.source else {
        close(socket.descriptor)
        continue
      }
      let isProxy = socket.isOfUnix || trusted.contains { $0.contains(source) }
      let network = isProxy ? nil : source.network
      if !connections.admit(socket, from: source, of: network, now: now), connections.isShortOfFiles {
        let most = connections.limits.connections
        tellShortage("connections are refused: the limit of open files allows \(most) at a time")
      }
    }
    return true
  }

  /// Tells the operator, once a minute.
  private func tellShortage(_ words: String) {
    let now = MonotonicClock.awake.seconds
    let line = shortages.withLock { $0.line(for: words, at: now) }
    if let line { warn("\(line); raise ulimit -n (LimitNOFILE)") }
  }

  private func handOver(all: Bool) {
    while let (socket, thread) = connections.next(
      for: threads, all: all, now: MonotonicClock.awake.nanoseconds)
    {
      if !thread.add(socket) { connections.expectNoLonger(socket.descriptor) }
    }
  }
}

/// A connection that has been accepted, with the address of its other end. It is not closed with its owner.
struct AcceptedSocket {
  let descriptor: Int32
  private let address: sockaddr_storage
  private let size: socklen_t

  /// Accepts the next one; `nil` if there is none, with the reason in `errno`.
  init?(of listener: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept4(listener, $0, &size, flags) }
    }
    guard descriptor >= 0 else { return nil }
    (self.address, self.size) = (address, size)
  }

  /// The address of the client: that of this machine for a Unix socket, and nil for others without IP addresses.
  var source: IPAddress? {
    isOfUnix ? .loopback : withAddress { address, _ in IPAddress(address) }
  }

  var isOfUnix: Bool { Int32(address.ss_family) == AF_UNIX }

  func withAddress<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }
}
