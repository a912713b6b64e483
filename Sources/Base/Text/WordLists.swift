/// Lists of words in a text: `words NAME`, and below it indented lines of words. Other lines are not read.
public struct WordLists: Sendable {
  /// The lines of each list.
  public private(set) var lines: [String: [[Substring]]] = [:]

  public init(_ text: String) {
    var list = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("words ") {
        list = String(line.dropFirst(6))
      } else if line.hasPrefix(" ") {
        lines[list, default: []].append(line.split(separator: " "))
      }
    }
  }

  /// The words of a list.
  public subscript(name: String) -> [String] { (lines[name] ?? []).joined().map(String.init) }

  /// The rests of the names of some lists, by their words.
  public func inverse(_ start: String) -> [String: String] {
    var names: [String: String] = [:]
    for name in lines.keys where name.hasPrefix(start) {
      for word in self[name] { names[word] = String(name.dropFirst(start.count)) }
    }
    return names
  }
}
