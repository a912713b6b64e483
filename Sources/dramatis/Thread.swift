import Dispatch

/// A thread of its own for work that spends its time waiting.
enum Thread {
  static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "dramatis.\(name)").async(execute: work)
  }
}
