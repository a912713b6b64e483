internal import Glibc
public import HTTPServer
public import ShowFiles
internal import Synchronization
public import System

/// Keeps the certificate of running servers fresh: loads it again when its files have changed, and warns each day before
/// it expires.
public final class CertificateWatch: Sendable {
  private let files: TLSFiles
  private let troubles: Troubles
  private let log: any Log
  private let use: @Sendable (TLSCertificate) -> Void
  private let state: Mutex<State>

  private struct State {
    var certificate: TLSCertificate
    /// The files as they were loaded, and at the last look.
    var loaded: [DiskState]
    var seen: [DiskState]
    var throttle = ReportThrottle(period: 86_400, limit: 8)
  }

  /// Seconds between two looks; a change is loaded when it is seen for the second time.
  private static let pause: UInt32 = 5

  /// - Parameters:
  ///   - certificate: the one that is served.
  ///   - use: serves another one.
  public init(
    _ files: TLSFiles, serving certificate: TLSCertificate, _ troubles: Troubles, _ log: any Log,
    use: @escaping @Sendable (TLSCertificate) -> Void
  ) {
    (self.files, self.troubles, self.log, self.use) = (files, troubles, log, use)
    let states = files.states
    state = Mutex(State(certificate: certificate, loaded: states, seen: states))
  }

  /// Looks at the certificate every five seconds, until the last reference to this ends.
  public func start() {
    startThread { [weak self] in
      while let self {
        look(now: time(nil), at: MonotonicClock.sinceBoot.seconds)
        sleep(Self.pause)
      }
    }
  }

  /// The end of its validity in seconds since 1970.
  public var expiry: Int { state.withLock { $0.certificate.validity.upperBound } }

  /// Loads the certificate again.
  /// - Throws: the fault; the one before is served on.
  public func reload() throws(TLSError) {
    let states = files.states
    state.withLock { $0.loaded = states }
    let certificate = try files.load()
    use(certificate)
    state.withLock {
      $0.certificate = certificate
      $0.throttle = ReportThrottle(period: 86_400, limit: 8)
    }
    look(now: time(nil), at: MonotonicClock.sinceBoot.seconds)
  }

  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - moment: seconds of a monotonic clock.
  package func look(now: Int, at moment: Double) {
    let states = files.states
    let isNew = state.withLock { state in
      defer { state.seen = states }
      return states != state.loaded && states == state.seen
    }
    if isNew {
      do throws(TLSError) {
        try reload()
        log.info("loaded the new certificate")
        troubles[.reload] = nil
      } catch {
        log.error("the new certificate is not used: \(error)")
        troubles[.reload] = "the new certificate is not used: \(error)"
      }
    }
    let line = state.withLock { state in
      let warning =
        files.warning(of: state.certificate.validity, at: now)
        ?? files.warning(ofBits: state.certificate.rsaBits)
      troubles[.certificate] = warning
      return warning.flatMap { state.throttle.line(for: $0, at: moment) }
    }
    if let line { log.warning(line) }
  }
}

/// The files of a certificate and its key, read at the start, at each reload, and when they have changed.
public struct TLSFiles: Sendable, Equatable {
  private let certificate: String
  private let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  public func load() throws(TLSError) -> TLSCertificate {
    try TLSCertificate(certificateFile: certificate, keyFile: key)
  }

  var states: [DiskState] { [DiskState(of: certificate), DiskState(of: key)] }

  /// A warning about a key that makes handshakes slow.
  package func warning(ofBits rsaBits: Int) -> String? {
    rsaBits > 2_048 ? "\(key) is RSA \(rsaBits), which makes handshakes slow; use an EC key or RSA 2048" : nil
  }

  /// A warning about a certificate that has expired or expires within 30 days; nil otherwise.
  package func warning(of validity: Range<Int>, at now: Int) -> String? {
    let day = 86_400
    if now < validity.lowerBound {
      return "\(certificate) is not valid yet, so browsers will reject it; is the clock right?"
    }
    if now >= validity.upperBound { return "\(certificate) has expired, so browsers will reject it" }
    let days = (validity.upperBound - now) / day
    guard days < 30 else { return nil }
    return "\(certificate) expires \(days == 0 ? "today" : days == 1 ? "in 1 day" : "in \(days) days")"
  }
}

extension Options {
  /// Nil for plain http.
  public var tls: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }
}
