/// What a cache of pictures holds, and what it has done since it was made.
public struct PictureStatistics: Sendable, Hashable {
  /// On disk, with the bytes that they take.
  public internal(set) var files = 0
  public internal(set) var bytes = 0
  /// Asked for and read from the disk.
  public internal(set) var hits = 0
  /// Asked for and not there.
  public internal(set) var misses = 0
  /// Pictures fetched from outside, and failed attempts.
  public internal(set) var fetched = 0
  public internal(set) var failed = 0
}
