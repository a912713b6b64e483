public import Feeds
import FoundationEssentials

/// Where the key to a feed's API comes from: the file that a flag names, else the API's own variable, else
/// the systemd credential of that name in lower case with hyphens: `tmdb-api-key`.
public struct FeedKeySource: Sendable {
  private let file: String?
  private let environment: [String: String]

  public init(file: String?, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// The feeds with their keys.
  func supply(_ yield: FeedYield) throws(ConfigurationFaults) -> FeedYield {
    guard let feed = yield.catalog else { return yield }
    var others = yield.alternatives
    for index in others.indices { others[index].feed = try supply(others[index].feed) }
    return .catalog(try supply(feed), else: others)
  }

  /// The feed with its key, if it takes one and one is found.
  /// - Throws: one line that names the file or the variable, but never its contents.
  public func supply(_ feed: any Feed) throws(ConfigurationFaults) -> any Feed {
    guard let variable = type(of: feed).keyVariable else { return feed }
    if let file {
      guard let data = FileManager.default.contents(atPath: file) else {
        throw ConfigurationFaults(lines: ["cannot read the key file that --feed-key-file names"])
      }
      return try supply(feed, String(decoding: data, as: UTF8.self), from: file)
    }
    if let text = environment[variable], !text.isEmpty { return try supply(feed, text, from: variable) }
    guard let path = credential(variable), let data = FileManager.default.contents(atPath: path) else {
      return feed
    }
    return try supply(feed, String(decoding: data, as: UTF8.self), from: path)
  }

  private func credential(_ variable: String) -> String? {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
    return "\(folder)/\(variable.lowercased().split(separator: "_").joined(separator: "-"))"
  }

  private func supply(
    _ feed: any Feed, _ text: String, from place: String
  ) throws(ConfigurationFaults) -> any Feed {
    guard let key = FeedKey(text) else {
      throw ConfigurationFaults(lines: ["\(place): expected a key on one line, without spaces"])
    }
    if let fault = type(of: feed).fault(of: key) {
      throw ConfigurationFaults(lines: ["\(place): \(fault)"])
    }
    return feed.with(key)
  }
}
