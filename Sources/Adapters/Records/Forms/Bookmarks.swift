import JSON
import System

/// The bookmarks of a file that browsers export: `<DT><H3>Folder</H3><DL><DT><A HREF="…" ADD_DATE="…">Title</A>`.
///
/// It is no HTML that parsers agree on, so only these tags are looked at.
struct BookmarkRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0
  /// The titles of the open folders, and that of the next one.
  private var folders: [String] = []
  private var next = ""

  /// Bytes of a tag, of a title, and the nesting of folders.
  private static let (tagLimit, textLimit, depth) = (64 << 10, 4_096, 50)
  let columns = ["title", "folder", "url", "added", "tags", "description"]
  private static let attributes = ["href": "url", "add_date": "added", "tags": "tags"]

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
  }

  static func isBookmarks(_ bytes: Numbers<UInt8>, from start: Int) -> Bool {
    bytes.text(start..<start + 40).uppercased().hasPrefix("<!DOCTYPE NETSCAPE-BOOKMARK-FILE")
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    var members: [String: JSONValue] = [:]
    while true {
      offset = bytes.end(from: offset, with: UInt8(ascii: "<"))
      let start = offset
      // A comment on a bookmark follows it.
      let isTag = offset < bytes.count && isNext("<dd")
      guard members.isEmpty || isTag || isNext("</a") else { break }
      guard offset < bytes.count else { return false }
      offset = min(bytes.count, bytes.end(from: offset, with: UInt8(ascii: ">")) + 1)
      guard offset - start <= Self.tagLimit else { continue }
      let tag = bytes.text(start + 1..<max(start + 1, offset - 1))
      switch tag.prefix(while: { !$0.isWhitespace }).lowercased() {
      case "h3": next = text()
      case "dl":
        if folders.count < Self.depth { folders.append(next) }
        next = ""
      case "/dl": _ = folders.popLast()
      case "dd" where !members.isEmpty: members["description"] = .string(text())
      case "a":
        for (name, value) in bytes.part(start..<offset).attributes {
          guard let name = Self.attributes[name.lowercased()], !value.isEmpty else { continue }
          members[name] = .string(MarkupText.plain(value))
        }
        members["title"] = .string(text())
        if let folder = folders.last(where: { !$0.isEmpty }) { members["folder"] = .string(folder) }
      default: continue
      }
    }
    record.tree = .object(members)
    return true
  }

  private func isNext(_ tag: String) -> Bool {
    bytes.text(offset..<offset + tag.utf8.count).lowercased() == tag
  }

  /// The text up to the next tag.
  private mutating func text() -> String {
    let start = offset
    offset = bytes.end(from: offset, with: UInt8(ascii: "<"))
    return MarkupText.plain(bytes.text(start..<min(offset, start + Self.textLimit)))
  }
}
