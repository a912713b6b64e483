import Foundation

/// Files as earlier and later versions of this program have written them.
enum Versions {
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).appending(path: "../../Versions").standardized
    return String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}
