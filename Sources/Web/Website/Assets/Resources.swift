public import Configuration
import Dispatch
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

/// What lies in the resources folder, read on a thread of its own while a catalog is made.
public final class ResourceReading: Sendable {
  private let read: @Sendable () -> Result<Assets, SiteError>
  private let assets = Mutex<Result<Assets, SiteError>?>(nil)
  private let reading = DispatchGroup()

  public init(of show: Show, in resources: Resources) {
    read = { Result { () throws(SiteError) in try resources.assets(of: show) } }
    DispatchQueue(label: "dramatis.resources").async(group: reading) { [self] in
      let result = read()
      assets.withLock { $0 = result }
    }
  }

  /// Waits until everything is read.
  func finish() throws(SiteError) -> Assets {
    reading.wait()
    return try (assets.withLock { $0 } ?? read()).get()
  }
}

/// Why the site cannot be built; one sentence for who runs it.
public enum SiteError: Error, CustomStringConvertible {
  case missing(String)
  case template(String)
  case locale(String)
  case copy(String)

  public var description: String {
    switch self {
    case .missing(let path): "\(path) cannot be read; is --resources the folder with Templates and Public?"
    case .template(let explanation), .locale(let explanation), .copy(let explanation): explanation
    }
  }
}
