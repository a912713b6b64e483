import JSON
import System
import Text

/// The records of an XML document: the elements at one path, each as a tree of values.
final class XMLRecords: RecordSource {
  let entries: [String]
  private let reader: XMLReader
  private var element: XMLElement
  var offset: Int { reader.offset }
  var warnings: [String] { reader.warnings }
  /// The open elements, without the root.
  private var path: [String] = []
  private var isInRoot = false
  /// The kind of document whose records are in folders; nil for records at one path.
  private var folders: XMLFolders?
  /// The title of each open element that is a folder.
  private var titles: [String?] = []

  /// Whether the records are the tracks or routes of GPX; those that were read, and the title of all.
  private var isTrack = false
  private var tracks = 0
  private var documentTitle: String?

  private var places = NodePlaces()

  /// - Parameter entries: names of elements from the root's child to a record; only the record's for the records of a
  ///   kind of document that has them in folders.
  init(_ bytes: Numbers<UInt8>, entries: [String]) throws(RecordsError) {
    self.entries = entries.isEmpty ? try XMLLists.best(of: bytes) : entries
    reader = try XMLReader(bytes)
    element = XMLElement(reader)
  }

  func read(_ record: inout Record) throws(RecordsError) -> Bool {
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        guard isInRoot else {
          isInRoot = true
          folders = XMLFolders.all.first { $0.root == name && [$0.record] == entries }
          // The document is a record.
          if [name] == entries, XMLLists.isSingle(name) {
            record.tree = try self.record(name, isEmpty: isEmpty)
            return true
          }
          isTrack = name == "gpx" && ["trk", "rte"].contains(entries.last)
          continue
        }
        let attributes = folders == nil ? [] : reader.attributes()
        if folders?.isRecord(name, attributes, isEmpty: isEmpty) ?? isRecord(name) {
          let value = try places.placed(self.record(name, isEmpty: isEmpty), name, in: folders)
          if let needed = folders?.needed, value[needed] == nil { continue }
          record.tree = value
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
        if isTrack, path == ["metadata", "name"] || path == ["name"] { documentTitle = text.trimmed }
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
    if isTrack {
      tracks += 1
      // Devices record tracks without names.
      if members["name"]?.string ?? "" == "" {
        members["name"] = .string(tracks == 1 ? documentTitle ?? "Track 1" : "Track \(tracks)")
      }
    }
    return .object(members)
  }

  private func isRecord(_ name: String) -> Bool {
    path.count + 1 == entries.count && name == entries.last && path.elementsEqual(entries.dropLast())
  }
}

/// The coordinates of OpenStreetMap's nodes, for the ways that are made of them.
struct NodePlaces {
  private var nodes: [Int64: (latitude: Float, longitude: Float)] = [:]

  /// Nodes that are remembered: some 40 MB. Ways of further ones have no place.
  private static let limit = 1_000_000

  /// The record of an element: a way has the middle of its nodes as `@lat` and `@lon`, as a node has its own place.
  mutating func placed(_ record: JSONValue, _ name: String, in folders: XMLFolders?) -> JSONValue {
    guard folders?.elements != nil, case .object(var members) = record else { return record }
    if name == "node" {
      if nodes.count < Self.limit, let id = members["@id"]?.string?.number(in: Int64.min...Int64.max),
        let latitude = Self.number(members["@lat"]), let longitude = Self.number(members["@lon"])
      {
        nodes[id] = (latitude, longitude)
      }
      return record
    }
    guard members["@lat"] == nil else { return record }
    if let center = members["center"], let latitude = center["@lat"], let longitude = center["@lon"] {
      (members["@lat"], members["@lon"]) = (latitude, longitude)
      return .object(members)
    }
    let references = (members["nd"]?.array ?? members["nd"].map { [$0] } ?? [])
    let points = references.compactMap {
      $0["@ref"]?.string?.number(in: Int64.min...Int64.max).flatMap { nodes[$0] }
    }
    guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max(),
      let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max()
    else { return record }
    members["@lat"] = .string(String((south + north) / 2))
    members["@lon"] = .string(String((west + east) / 2))
    return .object(members)
  }

  private static func number(_ value: JSONValue?) -> Float? {
    value?.string?.decimal(in: -180...180).map { Float($0) }
  }
}
