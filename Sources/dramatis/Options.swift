import IPAddresses

/// What `dramatis --show …` was asked for; nil where neither a flag nor the environment says so.
struct Options: Equatable {
  var show = ""
  var feed: String?
  var feedKeyFile: String?
  var isOffline = false
  var stateDirectory: String?
  var listen: String?
  var port: UInt16?
  var basePath: String?
  var configDirectory: String?
  var resources: String?
  /// Seconds between two visits to the feed.
  var refresh: Int?
  var threads: Int?
  var connections: Int?
  var connectionsPerAddress: Int?
  var log: String?
  /// Networks besides the loopback that may read the metrics.
  var metricsFrom: [AddressRange] = []
  /// Megabytes for pictures on disk.
  var pictureSpace: Int?
  var tlsCertificate: String?
  var tlsKey: String?
  /// Where plain http is led to https.
  var redirectPort: UInt16?
  /// Who may say for whom a request was sent.
  var trustedProxies: [AddressRange] = []

  /// Nil for plain http.
  var tls: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }
}

extension Options {
  /// Reads flags, and for each that is missing the variable `DRAMATIS_<FLAG>`.
  init(
    arguments: [String], environment: [String: String], needingShow: Bool = true
  ) throws(UsageError) {
    var rest = arguments[...]
    var given: Set<String> = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), argument.count > 2 else {
        throw UsageError("unexpected argument \"\(argument)\"")
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let flag = Flag.all.first(where: { $0.name == name }) else {
        throw UsageError("unknown flag \(name)")
      }
      guard given.insert(name).inserted || flag.isRepeatable else {
        throw UsageError("\(name) is given twice")
      }
      if flag.isSwitch {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        try flag.take("1", &self)
      } else if parts.count == 2 {
        try flag.take(String(parts[1]), &self)
      } else if let value = rest.popFirst() {
        try flag.take(value, &self)
      } else {
        throw UsageError("\(name) needs a value")
      }
    }
    for flag in Flag.all where !given.contains(flag.name) {
      guard let value = environment[flag.variable], !value.isEmpty else { continue }
      do throws(UsageError) {
        try flag.take(value, &self)
      } catch {
        throw UsageError("\(flag.variable): \(error.description)")
      }
    }
    if needingShow, show.isEmpty { throw UsageError("--show NAME is missing") }
  }

  /// Itself, where its members go together.
  func checked() throws(UsageError) -> Options {
    if tlsCertificate != nil, tlsKey == nil { throw UsageError("--tls-cert needs --tls-key") }
    if tlsKey != nil, tlsCertificate == nil { throw UsageError("--tls-key needs --tls-cert") }
    if redirectPort != nil, tls == nil { throw UsageError("--redirect-port needs --tls-cert and --tls-key") }
    return self
  }
}
