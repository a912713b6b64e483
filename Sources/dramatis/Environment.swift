import FoundationEssentials

/// What this process was started as, and with.
enum Environment {
  /// The variables.
  static var current: [String: String] { ProcessInfo.processInfo.environment }

  /// Path of the program's file, also where the shell found it; empty where the system does not tell.
  static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }
}
