import HTTPServer
import IPAddresses

/// One flag of the command line and how its value enters the options.
struct Flag: Sendable {
  let name: String
  let isSwitch: Bool
  /// Whether it may be given several times.
  var isRepeatable = false
  let take: @Sendable (String, inout Options) throws(UsageError) -> Void

  /// The environment variable that stands in for the flag: `DRAMATIS_BASE_PATH` for `--base-path`.
  var variable: String {
    "DRAMATIS_" + name.dropFirst(2).uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  static let all: [Flag] = [
    text("--show", \.show),
    text("--feed", \.feed),
    text("--feed-key-file", \.feedKeyFile),
    Flag(name: "--offline", isSwitch: true) { value, options throws(UsageError) in
      guard ["1", "true", "0", "false"].contains(value) else {
        throw UsageError("--offline takes true or false, not \"\(value)\"")
      }
      options.isOffline = value == "1" || value == "true"
    },
    text("--state-dir", \.stateDirectory),
    Flag(name: "--listen", isSwitch: false) { value, options throws(UsageError) in
      guard let address = Addressing.listener(value) else {
        throw UsageError(
          "--listen takes a numeric address of this machine such as 192.168.1.20 or ::1, not \"\(value)\"")
      }
      options.listen = address
    },
    port("--port", \.port),
    text("--base-path", \.basePath),
    text("--config-dir", \.configDirectory),
    text("--resources", \.resources),
    number("--refresh", 60...2_592_000, \.refresh),
    number("--threads", 2...64, \.threads),
    number("--connections", 1...100_000, \.connections),
    number("--connections-per-address", 1...100_000, \.connectionsPerAddress),
    Flag(name: "--log", isSwitch: false) { value, options throws(UsageError) in
      guard AccessLog.Format(rawValue: value) != nil else {
        throw UsageError("--log takes combined, common, json or none, not \"\(value)\"")
      }
      options.log = value
    },
    text("--tls-cert", \.tlsCertificate),
    text("--tls-key", \.tlsKey),
    port("--redirect-port", \.redirectPort),
    ranges("--trusted-proxy", \.trustedProxies),
    ranges("--metrics-from", \.metricsFrom),
    number("--picture-space", 1...1_048_576, \.pictureSpace),
  ]

  private static func text(_ name: String, _ member: WritableKeyPath<Options, String?> & Sendable) -> Flag {
    Flag(name: name, isSwitch: false) { value, options throws(UsageError) in
      guard !value.isEmpty else { throw UsageError("\(name) needs a value") }
      options[keyPath: member] = value
    }
  }

  private static func text(_ name: String, _ member: WritableKeyPath<Options, String> & Sendable) -> Flag {
    Flag(name: name, isSwitch: false) { value, options throws(UsageError) in
      guard !value.isEmpty else { throw UsageError("\(name) needs a value") }
      options[keyPath: member] = value
    }
  }

  private static func ranges(
    _ name: String, _ member: WritableKeyPath<Options, [AddressRange]> & Sendable
  ) -> Flag {
    Flag(name: name, isSwitch: false, isRepeatable: true) { value, options throws(UsageError) in
      for item in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let range = AddressRange(item.trimmingPrefix { $0 == " " }) else {
          throw UsageError(
            "\(name) takes addresses such as 192.168.1.2, 10.0.0.0/8 or fd00::/8, not \"\(item)\"")
        }
        options[keyPath: member].append(range)
      }
    }
  }

  private static func port(_ name: String, _ member: WritableKeyPath<Options, UInt16?> & Sendable) -> Flag {
    Flag(name: name, isSwitch: false) { value, options throws(UsageError) in
      guard let port = UInt16(value) else { throw UsageError("\(name) takes 0 to 65535, not \"\(value)\"") }
      options[keyPath: member] = port
    }
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ member: WritableKeyPath<Options, Int?> & Sendable
  ) -> Flag {
    Flag(name: name, isSwitch: false) { value, options throws(UsageError) in
      guard let number = Int(value), range.contains(number) else {
        throw UsageError("\(name) takes \(range.lowerBound) to \(range.upperBound), not \"\(value)\"")
      }
      options[keyPath: member] = number
    }
  }
}
