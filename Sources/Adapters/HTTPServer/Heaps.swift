internal import CMicroHTTPD

/// The heaps that the C library keeps for threads that allocate at the same time.
public enum Heaps {
  /// To be called before any thread is started.
  public static func limit(to count: Int32) { limit_heaps(count) }

  /// Gives the system back what they hold that nobody uses.
  static func trim() { malloc_trim(0) }
}
