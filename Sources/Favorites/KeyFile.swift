import Files
import Signing
import Synchronization

/// The file with the key that signs visitors' ids, beside their lists: `favorites/key`.
///
/// A new key is written with the first list, so that nothing is kept before there is a favorite.
final class KeyFile: Sendable {
  private struct State {
    var key: VisitorKey?
    /// Whether it is not on disk yet.
    var isNew = false
  }

  private let tree: FolderTree
  private let system: any FileSystem
  private let report: @Sendable (String) -> Void
  /// Guards the key; held while its file is read or written.
  private let state = Mutex(State())

  /// What follows the key's bytes in a folder that had lists before it had a key.
  private static let unsignedMark = UInt8(ascii: "u")

  init(tree: FolderTree, system: any FileSystem, report: @escaping @Sendable (String) -> Void) {
    self.tree = tree
    self.system = system
    self.report = report
  }

  private var path: String { "\(tree.root)/key" }

  /// The key of the file; a new one if there is none.
  var key: VisitorKey {
    state.withLock { state in
      if let key = state.key { return key }
      let key: VisitorKey
      do throws(SystemError) {
        let bytes = try system.contents(of: path, limit: SigningKey.size + 2)
        if let kept = Self.key(bytes) {
          key = kept
        } else {
          report("favorites: \(path) is not a key; a new one takes its place, and visitors begin anew")
          (key, state.isNew) = (VisitorKey(), true)
        }
      } catch {
        key = VisitorKey(takesUnsigned: error.isMissing && !tree.files.isEmpty)
        state.isNew = error.isMissing
        if !error.isMissing { report("favorites: cannot read \(path): \(error.reason)") }
      }
      state.key = key
      return key
    }
  }

  /// Has the key on disk, unless nobody has asked for it. Costs nothing but the first time.
  func settle() throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard state.isNew, let key = state.key else { return }
      let mark = key.takesUnsigned ? [Self.unsignedMark] : []
      try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system)
        .write(key.signing.bytes + mark)
      state.isNew = false
    }
  }

  private static func key(_ bytes: [UInt8]) -> VisitorKey? {
    let mark = bytes.dropFirst(SigningKey.size)
    guard mark.isEmpty || mark == [unsignedMark] else { return nil }
    return SigningKey(Array(bytes.prefix(SigningKey.size))).map {
      VisitorKey($0, takesUnsigned: !mark.isEmpty)
    }
  }
}
