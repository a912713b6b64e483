import Favorites
import HTTPServer

/// Who asks, as a request's headers tell it: read once for all requests of a connection that tell the same.
final class Asker {
  /// The name of this machine that is asked for, if it was accepted before.
  let host: AcceptedHost?
  /// What whole addresses begin with for who asks.
  let origin: String
  let isGzipped: Bool
  /// Position among the languages of the edition.
  let language: Int
  let appearance: Appearance
  /// Who has the cookie of the visitors' own devices, and who that of kiosks.
  private let onDevice: SentVisitor
  private let atKiosk: SentVisitor
  private let edition: Int
  private let hosts: Int

  /// - Parameters:
  ///   - host: nil if it was not accepted before.
  ///   - visitors: nil if the answer depends on none.
  ///   - hosts: ``HostGuard/version`` before the host was looked for.
  init(_ request: Request, host: AcceptedHost?, visitors: Visitors?, _ edition: Edition, hosts: Int) {
    self.host = host
    origin = host?.origin(isSecure: request.isSecure) ?? Origin.text(of: request)
    isGzipped = request.withList(.acceptEncoding, AcceptedEncoding.allowsGzip) ?? false
    language = edition.context.assets.languages.choice(for: request)
    appearance = Appearance.choice(for: request)
    onDevice = visitors?.cookie(ofKiosk: false).visitor(of: request) ?? SentVisitor()
    atKiosk = visitors?.cookie(ofKiosk: true).visitor(of: request) ?? SentVisitor()
    (self.edition, self.hosts) = (edition.number, hosts)
  }

  func visitor(isKiosk: Bool) -> SentVisitor { isKiosk ? atKiosk : onDevice }

  /// Whether it was read for this edition, with its languages and cookies, and while the same hosts were accepted.
  func isOf(_ edition: Edition, _ hosts: HostGuard) -> Bool {
    self.edition == edition.number && self.hosts == hosts.version
  }
}
