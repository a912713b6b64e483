import Foundation
import Testing

/// Recorded answers of services, in the folder that the variable RECORDED names.
enum Recorded {
  static let folder = ProcessInfo.processInfo.environment["RECORDED"] ?? ""
  static let isMissing: Comment = "RECORDED names no folder with recorded answers"

  static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(path)") }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
  }

  static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }
}
