import Synchronization

/// A value that every request reads, and that is replaced as a whole.
///
/// The next value is built outside the lock, which is held for the swap alone.
final class Published<Value: Sendable>: Sendable {
  private let current: Mutex<(value: Value, version: Int)>

  init(_ value: Value) {
    current = Mutex((value, 0))
  }

  var value: Value { current.withLock { $0.value } }

  /// Replaces the value by the result of `next`, which is called again if another thread was faster.
  func replace<Failure>(by next: (Value) throws(Failure) -> Value) throws(Failure) {
    while true {
      let (value, version) = current.withLock { $0 }
      let made = try next(value)
      let isSwapped = current.withLock { current in
        guard current.version == version else { return false }
        current = (made, version + 1)
        return true
      }
      if isSwapped { return }
    }
  }
}
