import Foundation

/// Whether tests do all that they can, as before a release, and not only what is quick: `THOROUGH=1`.
public let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"
