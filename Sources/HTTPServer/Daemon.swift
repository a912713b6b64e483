import CGnuTLS
import CMicroHTTPD
import Glibc
import Threads

/// The library's server: a pool of polling threads. Owns its handle and keeps what its callbacks use.
final class Daemon: @unchecked Sendable {
  private let handle: OpaquePointer
  private let listener: ListeningSocket
  private let service: Service

  /// - Returns: `nil` when the library does not start; it says no reason.
  init?(_ configuration: ServerConfiguration, listener: ListeningSocket, service: Service) {
    // The library takes one thread as no pool, and refuses a pool with more threads than connections.
    let threads = max(2, min(configuration.threads, 256))
    // More than are accepted: those that give way stay until the library has found them closed.
    let connections = max(threads, service.connections.limits.connections + ConnectionLimits.reserve)
    var options = mhd_configuration(
      listen_socket: listener.descriptor, ipv6: listener.isIPv6 ? 1 : 0, threads: UInt32(threads),
      connections: UInt32(truncatingIfNeeded: connections),
      idle_timeout: UInt32(clamping: max(1, configuration.idleTimeout)),
      connection_memory: max(1_024, configuration.headerLimit) + answerRoom, tls_priorities: nil,
      tls_certificate: nil, context: Unmanaged.passUnretained(service).toOpaque(),
      request_line: mhdRequestLine, accept: mhdAccept, access: mhdAccess, completed: mhdCompleted,
      connection: mhdConnection, unescape: mhdUnescape)
    let made = withSignalsBlocked {
      guard configuration.certificate != nil else { return mhd_start(&options) }
      return TLSSession.priorities.withCString { priorities in
        options.tls_priorities = priorities
        options.tls_certificate = gnutls_no_certificate_address()
        return mhd_start(&options)
      }
    }
    guard let handle = made else { return nil }
    self.handle = handle
    self.listener = listener
    self.service = service
  }

  /// Existing connections stay.
  func stopAccepting() {
    _ = MHD_quiesce_daemon(handle)
  }

  /// Closes every connection and waits for the threads. To be called once; none may be suspended.
  func end() {
    MHD_stop_daemon(handle)
  }
}

/// Memory of a connection beyond the request's head: records of the headers, and our answer's own.
private let answerRoom = 4 * 1_024

/// How many of the connections the limit of open files leaves room for, after raising it as far as it goes.
///
/// A polling thread that runs out of descriptors before its first connection spins, so they must not run out.
func openFilesAllow(_ connections: Int) -> Int {
  let others = 128 + ConnectionLimits.reserve
  let wanted = rlim_t(clamping: connections &+ others)
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
  if limit.rlim_cur < wanted {
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  return max(2, Int(clamping: limit.rlim_cur) - others)
}
