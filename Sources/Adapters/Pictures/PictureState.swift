/// What is known of a picture.
public enum PictureState: Sendable, Hashable {
  /// On disk: ``PictureCache/load(_:)`` has it, unless the file was damaged.
  case stored
  /// Waiting to be fetched, or being fetched.
  case wanted
  /// Not to be had; will not be tried again before that time, in seconds of the cache's clock.
  case failed(until: Int)
  /// Never asked for, as far as is known.
  case unknown
}
