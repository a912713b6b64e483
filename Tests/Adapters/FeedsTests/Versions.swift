import Foundation
import TestSupport

/// Files as earlier and later versions of this program have written them.
enum Versions {
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: "\(projectFolder)/Tests/Versions")
    return String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}
