public import Feeds
import FoundationEssentials

/// A secret from the file that a flag names, else from a variable, else from a systemd credential. Never from an
/// argument, since other users can read those.
public struct Secret: Sendable {
  public let text: String
  /// The file or the variable, for messages.
  public let place: String

  /// Nil if there is none.
  /// - Throws: one line that names the flag, but neither a file nor its contents.
  public static func read(
    _ flag: String, _ file: String?, variable: String, credential: String, _ environment: [String: String]
  ) throws(ConfigurationFaults) -> Secret? {
    if let file {
      if let found = contents(of: file) { return found }
      throw ConfigurationFaults(lines: ["cannot read the file that \(flag) names"])
    }
    if let text = environment[variable], !text.isEmpty { return Secret(text: text, place: variable) }
    return path(ofCredential: credential, environment).flatMap(contents)
  }

  /// The path of a systemd credential; nil if there is none of the name.
  static func path(ofCredential name: String, _ environment: [String: String]) -> String? {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
    let path = "\(folder)/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static func contents(of path: String) -> Secret? {
    FileManager.default.contents(atPath: path).map {
      Secret(text: String(decoding: $0, as: UTF8.self), place: path)
    }
  }
}

/// The keys to APIs of feeds: from the file of `--feed-key-file`, else the API's own variable, else the systemd
/// credential of that name in lower case with hyphens: `tmdb-api-key`.
public struct FeedKeySource: Sendable {
  private let file: String?
  private let environment: [String: String]

  public init(file: String?, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// The feed and its alternatives with their keys.
  func supply(_ feed: ShowFeed) throws(ConfigurationFaults) -> ShowFeed {
    var feed = feed
    if let catalog = feed.catalog { feed.catalog = try supply(catalog) }
    for index in feed.alternatives.indices {
      feed.alternatives[index].feed = try supply(feed.alternatives[index].feed)
    }
    return feed
  }

  /// The feed with its key, if its API has keys and one is found.
  /// - Throws: one line that names the file or the variable, but never its contents.
  public func supply(_ feed: any Feed) throws(ConfigurationFaults) -> any Feed {
    guard let variable = type(of: feed).keyVariable,
      let found = try Secret.read(
        "--feed-key-file", file, variable: variable,
        credential: variable.lowercased().replacing("_", with: "-"), environment)
    else { return feed }
    guard let key = FeedKey(found.text) else {
      throw ConfigurationFaults(lines: [
        "\(found.place): expected a key of visible ASCII characters, without spaces"
      ])
    }
    if let fault = type(of: feed).fault(of: key) {
      throw ConfigurationFaults(lines: ["\(found.place): \(fault)"])
    }
    return feed.with(key)
  }
}

extension Options {
  public var feedKeys: FeedKeySource { FeedKeySource(file: feedKeyFile, environment: environment) }

  /// The options with the certificate and key among the service manager's credentials, if they name none.
  public func withCredentials() -> Options {
    guard tlsCertificate == nil, tlsKey == nil else { return self }
    var options = self
    options.tlsCertificate = Secret.path(ofCredential: "tls-cert", environment)
    options.tlsKey = Secret.path(ofCredential: "tls-key", environment)
    return options
  }
}
