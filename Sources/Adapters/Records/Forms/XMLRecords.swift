import JSON
import System
import Text

/// The records of an XML document: the elements at one path, each as a tree of values.
final class XMLRecords: RecordSource {
  let entries: [String]
  private let reader: XMLReader
  private var element: XMLElement
  private(set) var nextPage: String?
  /// The open elements, without the root.
  private var path: [String] = []
  private var isInRoot = false
  /// The kind of document whose records are in folders; nil for records at one path.
  private var folders: XMLFolders?
  /// The title of each open element that is a folder.
  private var titles: [String?] = []

  /// - Parameter entries: names of elements from the root's child to a record; only the record's for the records of a
  ///   kind of document that has them in folders.
  init(_ bytes: Numbers<UInt8>, entries: [String], isRepaired: Bool = false) throws(RecordsError) {
    self.entries = entries.isEmpty ? try XMLLists.best(of: bytes, isRepaired: isRepaired) : entries
    reader = try XMLReader(bytes, isRepaired: isRepaired)
    element = XMLElement(reader)
  }

  func read(_ record: inout Record) throws(RecordsError) -> Bool {
    if let (name, isEmpty) = element.component {
      element.component = nil
      record.tree = try self.record(name, isEmpty: isEmpty)
      return true
    }
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        guard isInRoot else {
          isInRoot = true
          folders = XMLFolders.all.first { $0.root == name && [$0.record] == entries }
          element.endsAtComponent = folders?.root == XMLFolders.components.root
          // The document is a record.
          if [name] == entries, XMLLists.isSingle(name) {
            record.tree = try self.record(name, isEmpty: isEmpty)
            return true
          }
          continue
        }
        // Of Atom, or of Atom within RSS; links of entries have other paths.
        let isLink =
          nextPage == nil && (name == XMLName.link || name.hasSuffix(":link"))
          && (path.isEmpty || path == ["channel"])
        let attributes = folders == nil && !isLink ? [] : reader.attributes()
        if isLink, attributes.contains(where: { $0 == ("rel", "next") }) {
          nextPage = attributes.first { $0.name == "href" }?.value
        }
        if folders?.isRecord(name, attributes, isEmpty: isEmpty) ?? isRecord(name) {
          record.tree = try self.record(name, isEmpty: isEmpty)
          return true
        }
        if !isEmpty {
          path.append(name)
          if folders != nil { titles.append(folders?.folder == name ? folders?.title(attributes) : nil) }
        }
      case .end:
        _ = path.popLast()
        _ = titles.popLast()
      case .text(let text):
        // The title of a folder that has it as an element.
        if let folders, titles.count > 1, path[path.count - 2] == folders.folder,
          folders.titles.contains(path[path.count - 1])
        {
          titles[titles.count - 2] = text.trimmed
        }
      }
    }
    return false
  }

  private func record(_ name: String, isEmpty: Bool) throws(RecordsError) -> JSONValue {
    let value = try element.read(name, isEmpty: isEmpty)
    guard case .object(var members) = value else { return .object([XMLName.text: value]) }
    if let title = titles.last(where: { $0 != nil }) ?? nil { members[XMLName.folder] = .string(title) }
    if element.component != nil {
      path.append(name)
      titles.append(members["did"]?["unittitle"]?.recordText)
    }
    return .object(members)
  }

  private func isRecord(_ name: String) -> Bool {
    path.count + 1 == entries.count && name == entries.last && path.elementsEqual(entries.dropLast())
  }
}
