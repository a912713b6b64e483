import Catalogs
import Glibc
import Templates

/// An entry, those that it is connected with around it, and faded those that these are connected with; as SVG.
struct ConnectionsDrawing: Renderable {
  private let isTall: Bool
  /// The part of the plane with the nodes, whose middle is at 0, in units of about a pixel.
  private let viewBox: (left: Int, top: Int, width: Int, height: Int)
  private var nodes: [ConnectionsNode] = []
  private var labels: [ConnectionsLabel] = []
  /// The lines from the middle, and those of the second step, as SVG paths.
  private var (near, far) = ("", "")

  /// Entries in each ellipse, from the inner to the outer: with the one in the middle at most 60.
  private static let wide = [13, 22, 24]
  private static let tall = [9]
  /// Entries of the second step beside each of many, and beside a single one.
  private static let (fewest, most) = (3, 12)
  /// The space that a node takes with its name.
  private static let (halfWidth, halfHeight) = (64, 84)

  init(_ position: Int, _ groups: [RelationGroup], isTall: Bool, in context: PageContext) {
    self.isTall = isTall
    let places = isTall ? Self.tall : Self.wide
    var seen: Set<Int> = [position]
    let direct = groups.enumerated().flatMap { group, relation in
      relation.entries.compactMap { seen.insert($0).inserted ? (position: $0, group: group) : nil }
    }
    let shown = direct.prefix(places.reduce(0, +))
    // The second step is drawn where the first one leaves the second ellipse empty.
    let further =
      isTall || shown.count > places[0]
      ? []
      : shown.indices.flatMap { parent in
        context.relations(at: shown[parent].position).flatMap(\.entries)
          .filter { seen.insert($0).inserted }.prefix(max(Self.fewest, Self.most / shown.count))
          .map { (position: $0, parent: parent) }
      }.prefix(places[1])
    let count =
      shown.count <= places[0] ? (further.isEmpty ? 1 : 2) : shown.count <= places[0] + places[1] ? 2 : 3
    let radii = isTall ? [(132.0, 235.0)] : [(310.0, 250.0), (500.0, 410.0), (660.0, 550.0)]
    func point(_ angle: Double, _ ring: Int, _ share: Double = 1) -> (x: Int, y: Int) {
      let (across, down) = (cos(angle) * radii[ring].0 * share, sin(angle) * radii[ring].1 * share)
      return (Int(across.rounded()), Int(down.rounded()))
    }
    var angles: [Double] = []
    var start = 0
    for (ring, limit) in places.prefix(count).enumerated() where start < shown.count {
      let members = shown[start..<min(start + limit, shown.count)]
      for index in members.indices {
        let step = Double(index - start) + (ring == 1 ? 0.5 : 0)
        angles.append(-Double.pi / 2 + 2 * Double.pi * step / Double(members.count))
        let point = point(angles[index], ring)
        near += "M0 0L\(point.x) \(point.y)"
        let node = ConnectionsNode(
          members[index].position, at: point, radius: ring == 0 && !isTall ? 34 : 28,
          groups[members[index].group].label,
          in: context)
        nodes.append(node)
      }
      start = members.endIndex
    }
    let inner = shown.prefix(places[0])
    for (group, relation) in groups.enumerated() {
      let own = inner.indices.filter { inner[$0].group == group }
      guard let first = own.first, let last = own.last else { continue }
      let middle = point((angles[first] + angles[last]) / 2, 0, group % 2 == 0 ? 0.62 : 0.54)
      labels.append(ConnectionsLabel(text: Self.cut(relation.label, 22), x: middle.x, y: middle.y + 5))
    }
    for (index, angle) in Self.spread(further.map { angles[$0.parent] }, Double(places.last ?? 1))
      .enumerated()
    {
      let (from, to) = (point(angles[further[index].parent], 0), point(angle, 1))
      far += "M\(from.x) \(from.y)L\(to.x) \(to.y)"
      nodes.append(ConnectionsNode(further[index].position, at: to, radius: 24, nil, in: context))
    }
    nodes.append(
      ConnectionsNode(
        position, at: (0, 0), radius: isTall ? 40 : 52, nil, isCenter: true, in: context))
    let (xs, ys) = (nodes.map(\.x), nodes.map(\.y))
    let (left, top) = ((xs.min() ?? 0) - Self.halfWidth, (ys.min() ?? 0) - Self.halfHeight)
    viewBox = (left, top, (xs.max() ?? 0) + Self.halfWidth - left, (ys.max() ?? 0) + Self.halfHeight - top)
  }

  /// Angles near the wanted ones, which ascend, with room for each.
  private static func spread(_ wanted: [Double], _ places: Double) -> [Double] {
    let room = 2 * Double.pi / places
    var angles: [Double] = []
    for (index, angle) in wanted.enumerated() {
      // Those with the same wish stand around it.
      let same = wanted.filter { $0 == angle }.count
      let own = Double(index - (wanted.firstIndex(of: angle) ?? 0)) - Double(same - 1) / 2
      angles.append(max(angle + own * room, (angles.last ?? -.infinity) + room))
    }
    guard let first = angles.first, let last = angles.last, last - first > 2 * Double.pi - room else {
      return angles
    }
    return angles.indices.map { first + 2 * Double.pi * Double($0) / Double(angles.count) }
  }

  static func cut(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  static let fields: [Field<Self>] = [
    .text("drawingShape") { $0.isTall ? "tall" : "wide" },
    .text("drawingBox") { "\($0.viewBox.left) \($0.viewBox.top) \($0.viewBox.width) \($0.viewBox.height)" },
    .integer("drawingWidth") { $0.viewBox.width },
    .integer("drawingHeight") { $0.viewBox.height },
    .text("nearLines") { $0.near },
    .text("farLines") { $0.far },
    .list("nodes") { $0.nodes },
    .list("drawingLabels") { $0.labels },
  ]
}

/// The word for a relation, between the middle and its entries.
struct ConnectionsLabel: Renderable {
  let text: String
  let x: Int
  let y: Int

  static let fields: [Field<Self>] = [
    .text("labelText") { $0.text }, .integer("labelX") { $0.x }, .integer("labelY") { $0.y },
  ]
}

/// An entry in the drawing, as a link.
struct ConnectionsNode: Renderable {
  private let address: String
  private let title: String
  private let relation: String?
  private let lines: [String]
  private let picture: String?
  private let placeholder: Placeholder
  let x: Int
  let y: Int
  private let radius: Int
  private let isCenter: Bool

  /// Letters of a line of the title, of which there are two.
  private static let lineLength = 11

  /// - Parameter relation: the word for it; nil for one of the second step.
  init(
    _ position: Int, at point: (x: Int, y: Int), radius: Int, _ relation: String?, isCenter: Bool = false,
    in context: PageContext
  ) {
    let entry = context.catalog.entries[position]
    let page = context.addresses[isCenter ? .entry : .connection, entry.id]
    address = page + context.addresses.query()
    (title, self.relation, self.radius, self.isCenter) = (entry.title, relation, radius, isCenter)
    (x, y) = point
    picture = entry.picture == nil ? nil : context.addresses.picture(of: entry)
    placeholder = Placeholder(entry)
    var lines: [String] = []
    for word in entry.title.split(separator: " ") {
      if let last = lines.last, last.count + word.count < Self.lineLength || lines.count == 2 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    self.lines = isCenter ? [] : lines.map { ConnectionsDrawing.cut($0, Self.lineLength + 4) }
  }

  /// The baseline of the first line: above the picture in the upper half, so that the middle stays free.
  private var baseline: Int { y < -60 ? y - radius - 10 - (lines.count > 1 ? 18 : 0) : y + radius + 19 }

  static let fields: [Field<Self>] = [
    .text("nodeAddress") { $0.address },
    .text("nodeName") { node in [node.title, node.relation].compactMap(\.self).joined(separator: ", ") },
    .flag("isFar") { $0.relation == nil && !$0.isCenter },
    .flag("isCenter") { $0.isCenter },
    .integer("nodeX") { $0.x },
    .integer("nodeY") { $0.y },
    .integer("nodeRadius") { $0.radius },
    .integer("nodeLeft") { $0.x - $0.radius },
    .integer("nodeTop") { $0.y - $0.radius },
    .integer("nodeSize") { 2 * $0.radius },
    .optionalText("nodePicture") { $0.picture },
    .integer("nodeTile") { _ in 160 },
    .text("nodeLetters") { $0.placeholder.letters },
    .text("nodeFirst") { $0.lines.first ?? "" },
    .text("nodeSecond") { $0.lines.dropFirst().first ?? "" },
    .integer("nodeFirstY") { $0.baseline },
    .integer("nodeSecondY") { $0.baseline + 18 },
  ]
}
