import Foundation

/// Whether the slow tests run too, as before a release: `THOROUGH=1`.
public let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"
