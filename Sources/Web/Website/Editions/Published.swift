import Synchronization

/// A value that every request reads, and that is replaced as a whole.
///
/// The next value is made while the last one is read: whoever publishes waits for others who publish, and no
/// reader waits for either.
final class Published<Value: Sendable>: Sendable {
  private let published: Mutex<Value>
  /// Held while the next value is made; readers never take it.
  private let publishing = Mutex(())

  init(_ value: Value) {
    published = Mutex(value)
  }

  var value: Value { published.withLock { $0 } }

  /// Puts what `next` makes of the value in its place; after an error it stays as it was.
  func replace<Failure>(by next: (Value) throws(Failure) -> Value) throws(Failure) {
    try publishing.withLock { (_: inout Void) throws(Failure) in
      let made = try next(value)
      published.withLock { $0 = made }
    }
  }
}
