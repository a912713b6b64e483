public import Configuration
import Dispatch
import Synchronization

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
