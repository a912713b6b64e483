public import Pictures
import System

extension PictureCache {
  /// A cache in a folder that fetches and scales nothing: every picture is missing.
  public static func empty(in folder: borrowing TemporaryFolder) -> PictureCache {
    PictureCache(
      directory: folder.path, rules: PictureRules(hosts: []), fetcher: nil, scaler: "/nowhere",
      log: SilentLog())
  }
}
