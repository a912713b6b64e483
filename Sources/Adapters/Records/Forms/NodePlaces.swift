import JSON

/// The coordinates of OpenStreetMap's nodes, for the ways that are made of them.
struct NodePlaces {
  private var nodes: [Int64: (latitude: Float, longitude: Float)] = [:]

  /// Nodes that are remembered: some 40 MB. Ways of further ones have no place.
  private static let limit = 1_000_000

  /// The record of an element: a way has the middle of its nodes as `@lat` and `@lon`, as a node has its own place.
  mutating func placed(_ record: JSONValue, _ name: String, in folders: XMLFolders?) -> JSONValue {
    guard folders?.elements != nil, case .object(var members) = record else { return record }
    if name == "node" {
      if nodes.count < Self.limit, let id = members["@id"]?.string.flatMap({ Int64($0) }),
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
    let points = references.compactMap { $0["@ref"]?.string.flatMap { Int64($0) }.flatMap { nodes[$0] } }
    guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max(),
      let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max()
    else { return record }
    members["@lat"] = .string(String((south + north) / 2))
    members["@lon"] = .string(String((west + east) / 2))
    return .object(members)
  }

  private static func number(_ value: JSONValue?) -> Float? { value?.string.flatMap { Float($0) } }
}
