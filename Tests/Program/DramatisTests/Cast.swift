import Foundation
import TestSupport

/// A show in a temporary folder, with its file, a feed's answer and a path for its state.
struct Cast {
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - feed: the address in the show's file; by default an unreachable one.
  ///   - bundled: names of bundled entries; nil for none.
  ///   - more: further members of the show's file.
  init(
    feed: String = "http://127.0.0.1:9/", bundled: [String]? = nil, name: String = "A Small Cast",
    more: [String: Any] = [:]
  ) throws {
    folder = try TemporaryFolder()
    if let bundled { try folder.write("bundled.json", Self.answer(bundled)) }
    try write(feed: feed, isBundled: bundled != nil, name: name, more: more)
  }

  /// Writes or replaces the show's file.
  func write(
    feed: String = "http://127.0.0.1:9/", isBundled: Bool = true, name: String, more: [String: Any] = [:]
  ) throws {
    let bundled = isBundled ? ["bundled": "bundled.json"] : [:]
    try folder.write(
      "cast.json",
      showDocument(
        name: name, feed: ["kind": "duckduckgo", "address": feed],
        more: more.merging(bundled) { given, _ in given }))
  }

  var file: String { "\(folder.path)/cast.json" }
  var state: String { "\(folder.path)/state" }

  /// The arguments to serve the show on a free port of the loopback.
  var arguments: [String] {
    ["--show", file, "--state-dir", state, "--port", "0", "--listen", "127.0.0.1", "--log", "none"]
  }

  /// Starts the show; the program may end before it listens.
  func start(_ more: [String] = [], environment: [String: String] = [:]) throws -> Program {
    try Program(arguments + more, environment: environment, keeping: folder)
  }

  /// A DuckDuckGo answer with entries of these names.
  static func answer(_ names: [String], about: String = "somebody", icon: (String) -> String = { _ in "" })
    -> String
  {
    let topics = names.map { name in
      [
        "FirstURL": "https://duckduckgo.com/\(name)", "Text": "\(name) - \(about)",
        "Icon": ["URL": icon(name)],
      ] as [String: Any]
    }
    let data = try? JSONSerialization.data(withJSONObject: ["RelatedTopics": topics])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
