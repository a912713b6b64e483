import CatalogCore
import HTTPServer
import Website

extension ServerConfiguration {
  /// What the options ask for, else the show's file, else the defaults.
  init(_ options: Options, _ show: Show, _ site: Site, _ events: EventLog) {
    self.init(listen: options.listen, port: options.port ?? show.serving.port ?? 8080)
    if let threads = options.threads { self.threads = threads }
    if let connections = options.connections { self.connections = connections }
    if let limit = options.connectionsPerAddress { connectionsPerAddress = limit }
    headers = Site.headers
    largeBodyLimits = site.largeBodyLimits
    refusal = { site.refusal($0) }
    if let format = AccessLog.Format(rawValue: options.log ?? "combined") {
      log = AccessLog(format: format, prefix: events.prefix)
    }
  }
}
