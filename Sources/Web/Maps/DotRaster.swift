/// The number of places in each cell of a drawing, in rows that are offset by half a cell.
struct DotRaster {
  /// The width of a cell and the distance of rows in the raster's own units: nearly a hexagonal grid.
  static let cell = 8
  static let rowStep = 7

  /// The length of a unit of the raster in the drawing.
  let unit: Double
  private let columns: Int
  private let rows: Int
  private var counts: [UInt32]

  init(width: Double, height: Double, columns: Int) {
    self.columns = columns
    unit = width / Double(columns * Self.cell)
    rows = max(1, Int((height / unit / Double(Self.rowStep)).rounded(.up)))
    counts = Array(repeating: 0, count: columns * rows)
  }

  /// The number of cells with places.
  var cells: Int { counts.count { $0 > 0 } }

  /// - Parameter point: from the upper left corner; the nearest cell counts one outside the drawing.
  mutating func add(_ point: Point) {
    let row = min(max(Int(point.y / unit / Double(Self.rowStep)), 0), rows - 1)
    let x = point.x / unit - Double(Self.offset(row))
    counts[row * columns + min(max(Int(x / Double(Self.cell)), 0), columns - 1)] += 1
  }

  /// Cells of each shade, faint to strong, as one path of dots: `h0` is a dot where line ends are round.
  func paths() -> [SVG] {
    let limits = shadeLimits()
    return (0...limits.count).map { shade in
      path { count in limits.count { count > $0 } == shade }
    }
  }

  /// A third of the cells with places is faint, a fifth is strong.
  private func shadeLimits() -> [UInt32] {
    let sorted = counts.filter { $0 > 0 }.sorted()
    guard !sorted.isEmpty else { return [] }
    return [sorted[sorted.count / 3], sorted[sorted.count * 4 / 5]]
  }

  private func path(of isWanted: (UInt32) -> Bool) -> SVG {
    var path: SVG = ""
    for row in 0..<rows {
      var last: Int?
      for column in 0..<columns {
        let count = counts[row * columns + column]
        guard count > 0, isWanted(count) else { continue }
        if let last {
          path += "m\((column - last) * Self.cell) 0h0"
        } else {
          let (x, y) = (
            column * Self.cell + Self.cell / 2 + Self.offset(row), row * Self.rowStep + Self.rowStep / 2
          )
          path += "M\(x) \(y)h0"
        }
        last = column
      }
    }
    return path
  }

  private static func offset(_ row: Int) -> Int { row % 2 == 0 ? 0 : cell / 2 }
}
