import FoundationEssentials

/// The variables this process was started with.
enum Environment {
  static var current: [String: String] { ProcessInfo.processInfo.environment }
}
