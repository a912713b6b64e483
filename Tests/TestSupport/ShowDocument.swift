import Foundation

/// The smallest valid show file, as JSON.
/// - Parameters:
///   - looks: members of `looks`, added or replaced.
///   - more: members of the file, added or replaced.
public func showDocument(
  name: String = "A Small Cast", feed: [String: Any], looks: [String: String] = [:], more: [String: Any] = [:]
) throws -> String {
  let usual = ["accent": "#1b62b5", "tile": "#ffd84d", "pictureAspect": "3:4", "icon": "icons/web.svg"]
  let show: [String: Any] = [
    "name": name, "shortName": "Test", "packageID": "com.example.viewer", "feed": feed,
    "looks": usual.merging(looks) { $1 },
  ]
  let document = try JSONSerialization.data(withJSONObject: show.merging(more) { $1 }, options: .sortedKeys)
  return String(decoding: document, as: UTF8.self)
}
