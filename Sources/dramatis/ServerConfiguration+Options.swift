import Operations
import Flags
import Configuration
import HTTPServer
import Website

extension ServerConfiguration {
  /// What the options ask for, else the show's file, else the defaults.
  init(_ options: Options, _ show: Show, _ site: Site, _ certificate: TLSCertificate?, _ events: EventLog) {
    self.init(listen: options.listen, port: options.port ?? show.serving.port)
    if let threads = options.threads { self.threads = threads }
    if let connections = options.connections { self.connections = connections }
    if let limit = options.connectionsPerAddress { connectionsPerAddress = limit }
    trustedProxies = options.trustedProxies
    self.certificate = certificate
    headers = Site.headers
    largeBodyLimits = site.largeBodyLimits
    refusal = { site.refusal($0) }
    if let format = AccessLog.Format(rawValue: options.log ?? "combined") {
      log = AccessLog(format: format, prefix: events.prefix)
    }
  }

  /// The server that leads from plain http to https; nil where none is asked for.
  init?(redirecting options: Options, _ site: Site) {
    guard let port = options.redirectPort else { return nil }
    self.init(listen: options.listen, port: port, threads: 2)
    connections = 100
    connectionsPerAddress = 50
    idleTimeout = 10
    requestTimeout = 10
    headers = Site.headers
    refusal = { site.refusal($0) }
    trustedProxies = options.trustedProxies
  }
}
