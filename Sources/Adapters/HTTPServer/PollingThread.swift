import CGnuTLS
import CMicroHTTPD
import Glibc
import Synchronization
import System

/// A thread of the library that polls the connections it is given; the context of the callbacks.
///
/// A pool of the library's would choose the thread by the number of the descriptor, so also one that never
/// comes back from a request.
final class PollingThread: @unchecked Sendable {
  let service: Service
  private var handle: OpaquePointer?
  /// The moment of the handler's call that has not returned yet; 0 if there is none.
  private let called = Atomic<UInt64>(0)
  private let number = Atomic<UInt>(0)
  /// Nanoseconds of work that the handler has counted since a moment; the thread's own.
  private var work: (since: UInt64, counted: UInt64) = (0, 0)

  /// - Returns: `nil` when the library does not start; it says no reason.
  init?(_ configuration: ServerConfiguration, service: Service) {
    self.service = service
    // It may have all: the registry bounds them, and the library would close without a word what is more.
    let connections = service.connections.limits.connections + ConnectionLimits.reserve
    var options = mhd_configuration(
      connections: UInt32(clamping: connections),
      idle_timeout: UInt32(clamping: max(1, configuration.idleTimeout)),
      connection_memory: max(1_024, configuration.headerLimit) + answerRoom, tls_priorities: nil,
      tls_certificate: nil, context: Unmanaged.passUnretained(self).toOpaque(),
      request_line: mhdRequestLine, access: mhdAccess, completed: mhdCompleted,
      connection: mhdConnection, unescape: mhdUnescape)
    handle = withSignalsBlocked {
      guard configuration.certificate != nil else { return mhd_start(&options) }
      return TLSCertificate.priorities.withCString { priorities in
        options.tls_priorities = priorities
        options.tls_certificate = gnutls_no_certificate_address()
        return mhd_start(&options)
      }
    }
    if handle == nil { return nil }
  }

  /// Whether the caller is this thread, which its first call tells.
  var isCurrent: Bool {
    let own = UInt(pthread_self())
    let (isFirst, number) = number.compareExchange(expected: 0, desired: own, ordering: .relaxed)
    return isFirst || number == own
  }

  /// Takes over a connection; `false` if that failed, and it is closed.
  func add(_ socket: AcceptedSocket) -> Bool {
    socket.withAddress { MHD_add_connection(handle, socket.descriptor, $0, $1) == .YES }
  }

  /// Closes every connection and waits for the thread. To be called once; none may be suspended.
  func end() {
    MHD_stop_daemon(handle)
  }

  /// Records that a call of the handler begins now, until it ends. For the thread itself.
  func during<Result>(from now: UInt64, _ call: () -> Result) -> Result {
    called.store(now, ordering: .relaxed)
    defer { called.store(0, ordering: .relaxed) }
    return call()
  }

  /// Counts work of the handler from a moment until now. For the thread itself.
  func count(workSince start: UInt64) {
    let now = MonotonicClock.awake.nanoseconds
    if now &- work.since > Self.period { work = (now, 0) }
    work.counted += now > start ? now - start : 0
  }

  /// Whether the handler has counted so much work lately that other connections wait for it.
  func isBusy(now: UInt64) -> Bool { work.counted > Self.share && now &- work.since <= Self.period }

  /// A tenth of the thread's time, in nanoseconds, and the time over which it is counted.
  private static let (share, period): (UInt64, UInt64) = (5_000_000, 50_000_000)

  /// Nanoseconds for which the handler has been at work on a request; 0 if it is not.
  func callTime(now: UInt64) -> UInt64 {
    let start = called.load(ordering: .relaxed)
    return start == 0 || start > now ? 0 : now - start
  }
}

/// Memory of a connection beyond the request's head: records of the headers, and our answer's own.
private let answerRoom = 4 * 1_024

/// The number of connections that the limit of open files allows, after raising it as far as it goes.
///
/// A polling thread that runs out of descriptors before its first connection spins, so they must not run out.
func openFilesAllow(_ connections: Int) -> Int {
  let others = 128 + ConnectionLimits.reserve
  // A connection, and the file that is sent over it.
  let wanted = rlim_t(clamping: 2 &* connections &+ others)
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
  if limit.rlim_cur < wanted {
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  return max(2, min(connections, (Int(clamping: limit.rlim_cur) - others) / 2))
}
