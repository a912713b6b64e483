/// How an answer seems to name the next page of its list.
public enum NextPage: Sendable, Hashable {
  /// The names that lead to its address.
  case address([String])
  /// The names that lead to parameters for the same address.
  case parameters([String])
  /// A feed's own link.
  case link

  /// - Parameter names: those that lead to a text, one of which speaks of what is next.
  init?(address text: String, at names: [String]) {
    guard names.contains(where: { $0.lowercased().contains("next") }),
      ["http://", "https://", "/", "?"].contains(where: { text.hasPrefix($0) }), RecordPath.isWritable(names)
    else { return nil }
    self = .address(names)
  }
}
