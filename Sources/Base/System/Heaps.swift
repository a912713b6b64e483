internal import CSandbox

/// The heaps that the C library keeps for threads that allocate at the same time.
public enum Heaps {
  /// To be called before any thread is started.
  public static func limit(to count: Int32) { limit_heaps(count) }

  /// Returns freed memory to the system.
  public static func trim() { trim_heaps() }
}
