import System

/// Finds the lists that go first when there is no room for more.
struct UnusedLists {
  let tree: FolderTree
  let system: any FileSystem
  /// Seconds since 1970.
  let now: Int

  /// Seconds after which a list may go that was never used again. A use is noted once a day: only then is it
  /// known that there was none.
  private static let neverUsedAge = 86_400
  /// Seconds without a use after which any other list may go.
  private static let usedAge = 30 * 86_400

  /// Those whose lists may go, first those who never came back, and of both those who were there longest ago.
  var visitors: [VisitorID] {
    tree.files.compactMap { name -> (visitor: VisitorID, isUsed: Bool, modified: Int)? in
      guard case .list(let visitor) = name, let use = use(of: visitor), mayGo(use) else { return nil }
      return (visitor, use.isAgain, use.last)
    }
    .sorted { ($0.isUsed ? 1 : 0, $0.modified) < ($1.isUsed ? 1 : 0, $1.modified) }
    .map(\.visitor)
  }

  func mayGo(_ visitor: VisitorID) -> Bool { use(of: visitor).map(mayGo) ?? false }

  private typealias Use = (last: Int, isAgain: Bool)

  private func mayGo(_ use: Use) -> Bool {
    // A machine without a battery wakes up long ago.
    use.last >= Sweeper.firstTime && now - use.last >= (use.isAgain ? Self.usedAge : Self.neverUsedAge)
  }

  /// A list has a backup once it is changed, or read on another day than that of its first favorite.
  private func use(of visitor: VisitorID) -> Use? {
    guard let modified = try? system.modifiedAt(tree.path(of: .list(visitor))) else { return nil }
    return (modified, (try? system.modifiedAt(tree.path(of: .backup(visitor)))) != nil)
  }
}
