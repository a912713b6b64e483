import Dispatch

/// A thread of its own for work that waits for something all its life.
enum Thread {
  static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "dramatis.\(name)").async(execute: work)
  }
}
