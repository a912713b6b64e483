import JSON

/// Settings of earlier versions. A show's file that has one is read without it.
enum FormerSettings {
  /// Paths of settings, and what to do instead. Sources under `else` have the settings of `feed` too.
  private static let remedies: KeyValuePairs = [
    "server.offlinePages": "pages are no longer stored for reading offline; dramatis export writes a copy",
    "feed.redirectHosts": "write the address that it redirects to into the show's file",
    "feed.notify": "lists are no longer read from PostgreSQL",
  ]

  /// Removes former settings from a show's file.
  /// - Returns: the rest, and a sentence for each removed setting.
  static func removed(from document: JSONValue) -> (rest: JSONValue, notes: [String]) {
    var (rest, notes) = (document, [String]())
    for (path, remedy) in remedies {
      var isFound = false
      rest = remove(path.split(separator: ".")[...], from: rest, &isFound)
      if isFound { notes.append("\"\(path)\" has no effect since 1.0: \(remedy)") }
    }
    return (rest, notes)
  }

  private static func remove(
    _ path: ArraySlice<Substring>, from value: JSONValue, _ isFound: inout Bool
  ) -> JSONValue {
    guard let key = path.first.map(String.init), var members = value.object else { return value }
    if path.count == 1 {
      if members.removeValue(forKey: key) != nil { isFound = true }
    } else if let member = members[key] {
      members[key] = remove(path.dropFirst(), from: member, &isFound)
      if key == "feed", let sources = members[key]?["else"]?.array, var feed = members[key]?.object {
        feed["else"] = .array(sources.map { remove(path.dropFirst(), from: $0, &isFound) })
        members[key] = .object(feed)
      }
    }
    return .object(members)
  }
}
