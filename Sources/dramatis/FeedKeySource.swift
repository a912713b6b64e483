import Feeds
import FoundationEssentials

/// Where the key to a feed's API is taken from: the file that a flag names, else the API's own variable,
/// else systemd's credential of that name in small letters, with hyphens: `tmdb-api-key`.
struct FeedKeySource: Sendable {
  let file: String?
  let environment: [String: String]

  /// The feed with its key, as far as it takes one and there is one.
  /// - Throws: one line that names the file or the variable, and never what stands in it.
  func supply(_ feed: any Feed) throws(ConfigurationFaults) -> any Feed {
    guard let variable = type(of: feed).keyVariable else { return feed }
    if let file {
      guard let data = FileManager.default.contents(atPath: file) else {
        throw ConfigurationFaults(lines: ["\(file): cannot be read"])
      }
      return feed.with(try key(String(decoding: data, as: UTF8.self), in: file))
    }
    if let text = environment[variable], !text.isEmpty { return feed.with(try key(text, in: variable)) }
    guard let path = credential(variable), let data = FileManager.default.contents(atPath: path) else {
      return feed
    }
    return feed.with(try key(String(decoding: data, as: UTF8.self), in: path))
  }

  private func credential(_ variable: String) -> String? {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
    return "\(folder)/\(variable.lowercased().split(separator: "_").joined(separator: "-"))"
  }

  private func key(_ text: String, in place: String) throws(ConfigurationFaults) -> FeedKey {
    guard let key = FeedKey(text) else {
      throw ConfigurationFaults(lines: ["\(place): expected a key on one line, without spaces"])
    }
    return key
  }
}
