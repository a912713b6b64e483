/// How large a label is, in units of the sheet.
struct LabelStyle {
  let size: Double
  let isBold: Bool
  let dotRadius: Double
  /// A longer name is shortened.
  let widest: Double

  static let place = LabelStyle(size: 15, isBold: true, dotRadius: 6, widest: 370)
  static let neighbour = LabelStyle(size: 11.5, isBold: false, dotRadius: 2.2, widest: 130)
  static let mark = LabelStyle(size: 9, isBold: false, dotRadius: 0, widest: 60)
}
