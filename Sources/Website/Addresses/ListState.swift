/// What the visitor sees of the list; all of it stands in the address.
public struct ListState: Sendable, Hashable {
  public enum View: String, Sendable {
    case list, grid
  }

  /// The search text as typed.
  public var text = ""
  public var view = View.list
  /// Id of the chosen section; nil for all.
  public var section: String?
  /// Whether only the visitor's favorites are listed.
  public var isFavoritesOnly = false
  /// Counted from 1.
  public var page = 1

  public init() {}

  func with<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> ListState {
    var copy = self
    copy[keyPath: member] = value
    return copy
  }
}
