import Synchronization

/// A value that is made when it is first asked for, and kept.
final class LazyValue<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Value

  /// - Parameter make: runs at the first use; twice where two threads are first.
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var isMade: Bool { made.load() != nil }

  var value: Value {
    (made.load() ?? made.storeIfNil(Made(make()))).value
  }
}
