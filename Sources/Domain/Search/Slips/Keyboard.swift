/// Which keys lie beside one another on the keyboard that most visitors type on.
enum Keyboard {
  /// Whether two keys touch; only digits and the letters a to z have a place.
  static func areNeighbours(_ first: Letter, _ second: Letter) -> Bool {
    guard let one = place(of: first), let other = place(of: second) else { return false }
    return abs(one.row - other.row) <= 1 && abs(one.quarters - other.quarters) <= 4
  }

  /// Each row, and by how many quarters of a key it stands further right than the first.
  private static let rows: [(keys: [UInt8], shift: Int)] = [
    (Array("1234567890".utf8), 0), (Array("qwertyuiop".utf8), 2), (Array("asdfghjkl".utf8), 3),
    (Array("zxcvbnm".utf8), 5),
  ]

  private static let places: [(row: Int, quarters: Int)?] = (0..<128).map { (byte: UInt8) in
    for (row, (keys, shift)) in rows.enumerated() {
      if let column = keys.firstIndex(of: byte) { return (row, 4 * column + shift) }
    }
    return nil
  }

  private static func place(of letter: Letter) -> (row: Int, quarters: Int)? {
    letter.ascii.flatMap { places[Int($0)] }
  }
}
