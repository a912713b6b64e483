import JSON
import Synchronization

extension FavoriteList {
  /// Bytes of the longest document that is imported: more than any list needs.
  public static let importLimit = FavoriteDocument.byteLimit

  /// Held while a document is imported, so that however many come, the memory and the time of one are taken.
  private static let importing = Mutex(())

  /// Reads an exported list of that show strictly, one at a time: others wait.
  /// - Parameter bytes: asked for when it is this document's turn.
  /// - Throws: ``FavoritesError/otherShow(_:)``, or ``FavoritesError/notUnderstood(_:)`` with the first 20 faults.
  public init(importing bytes: @autoclosure () -> [UInt8], show: String) throws(FavoritesError) {
    do {
      self = try Self.importing.withLock { _ throws(FavoriteDocument.Fault) in
        try FavoriteDocument(show: show).decode(bytes())
      }
    } catch {
      switch error {
      case .newer(let version):
        let known = FavoriteDocument.version
        throw .notUnderstood([Fault(at: "version", "expected at most \(known), found \(version)")])
      case .otherShow(let other):
        throw .otherShow(other)
      case .faults(let faults):
        throw .notUnderstood(faults)
      }
    }
  }

  /// Reads a list of that show that a store has kept.
  /// - Parameter place: what messages name it by.
  /// - Throws: ``FavoritesError/refused(path:reason:)`` or ``FavoritesError/unreadable(path:reason:)``.
  public init(stored bytes: [UInt8], show: String, place: String) throws(FavoritesError) {
    do {
      self = try FavoriteDocument(show: show).decode(bytes)
    } catch {
      switch error {
      case .newer(let version):
        let known = FavoriteDocument.version
        throw .refused(
          path: place, reason: "it has version \(version), and this program reads up to \(known)")
      case .otherShow(let other): throw .refused(path: place, reason: "it belongs to the show \"\(other)\"")
      case .faults(let faults):
        throw .unreadable(path: place, reason: faults.first?.description ?? "it holds no list")
      }
    }
  }

  /// The list as a JSON document that any server of this show imports.
  public func exported(show: String) -> [UInt8] {
    FavoriteDocument(show: show).encode(self)
  }
}
