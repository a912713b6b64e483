import HTTPServer
import Operations
import ShowFiles
import Website

extension ServerConfiguration {
  /// The values of the options, else of the show's file, else the defaults.
  init(_ options: Options, _ front: any Front, _ certificate: TLSCertificate?, _ events: EventLog) {
    self.init(listen: options.listen, port: options.port ?? front.port)
    if let threads = options.threads { self.threads = threads }
    if let connections = options.connections { self.connections = connections }
    if let limit = options.connectionsPerAddress { connectionsPerNetwork = limit }
    trustedProxies = options.trustedProxies
    self.certificate = certificate
    headers = Site.headers
    largeBodyLimit = { front.largeBodyLimit($0) }
    refusal = { [site = front.site] in site.refusal($0) }
    allowed = { front.allowed($0) }
    completed = { front.count($0) }
    if let format = AccessLog.Format(rawValue: options.log ?? "combined") {
      log = AccessLog(format: format, prefix: events.prefix)
    }
  }

  /// The server that redirects plain http to https; nil if none is asked for.
  init?(redirecting options: Options, _ site: Site) {
    guard let port = options.redirectPort else { return nil }
    self.init(listen: options.listen, port: port, threads: 2)
    connections = 100
    connectionsPerNetwork = 50
    idleTimeout = 10
    requestTimeout = 10
    headers = Site.headers
    refusal = { site.refusal($0) }
    trustedProxies = options.trustedProxies
  }
}
