import FoundationEssentials

/// The environment that this process was started in.
enum Environment {
  /// The variables.
  static var current: [String: String] { ProcessInfo.processInfo.environment }

  /// The path of the program's file, even if the shell searched for it; empty if the system does not say.
  static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }
}
