import Configuration
import Synchronization

/// The resources folder, which is read once for all shows that are served from it.
public final class Resources: Sendable {
  private let folder: String
  private let locales: String
  /// Nil until it is read; guarded while it is.
  private let shared = Mutex<SharedAssets?>(nil)

  /// - Parameters:
  ///   - folder: holds `Templates/` and `Public/`.
  ///   - locales: the folder of the interface's languages; nil for `config/locales` in the same folder.
  public init(_ folder: String, locales: String? = nil) {
    self.folder = folder
    self.locales = locales ?? "\(folder)/config/locales"
  }

  /// Has the folder read again, for shows that ask from now on.
  public func renew() { shared.withLock { $0 = nil } }

  /// What the pages of a show are made with. Reads the folder unless it has been read.
  func assets(of show: Show) throws(SiteError) -> Assets {
    let shared = try shared.withLock { (shared) throws(SiteError) in
      if let shared { return shared }
      let read = try SharedAssets(resources: folder, locales: locales)
      shared = read
      return read
    }
    return try Assets(shared, show: show)
  }
}
