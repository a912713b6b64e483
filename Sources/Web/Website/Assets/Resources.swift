public import Configuration
import Dispatch
import Synchronization

/// The resources folder, read once for all shows.
public final class Resources: Sendable {
  private let folder: String
  private let locales: String
  private let shared = Mutex<SharedAssets?>(nil)

  /// - Parameter locales: the folder of the languages; nil for `config/locales` in the folder.
  public init(_ folder: String, locales: String? = nil) {
    self.folder = folder
    self.locales = locales ?? "\(folder)/config/locales"
  }

  public func renew() { shared.withLock { $0 = nil } }

  /// Reads the folder unless it has been read.
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

/// Reads the resources of a show on a thread of its own, while its catalog is built.
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

  func finish() throws(SiteError) -> Assets {
    reading.wait()
    return try (assets.withLock { $0 } ?? read()).get()
  }
}

/// A reason why the site cannot be built, for the operator.
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
