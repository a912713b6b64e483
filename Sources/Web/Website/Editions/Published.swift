import Synchronization

/// A value that every request reads, and that is replaced as a whole.
///
/// Publishers take turns; readers wait for the swap alone.
final class Published<Value: Sendable>: Sendable {
  private let current: Mutex<Value>
  /// Held while the next value is made.
  private let publishing = Mutex(())

  init(_ value: Value) {
    current = Mutex(value)
  }

  var value: Value { current.withLock { $0 } }

  /// Replaces the value by the result of `next`; after an error the value stays.
  func replace<Failure>(by next: (Value) throws(Failure) -> Value) throws(Failure) {
    try publishing.withLock { _ throws(Failure) in
      let made = try next(value)
      current.withLock { $0 = made }
    }
  }
}
