/// Where things lie on every sheet, in its units.
enum Sheet {
  static let width = 400.0
  static let local = Rectangle(left: 0, top: 0, right: width, bottom: 280)
  /// The line under the closer view: the scale bar and the coordinates.
  static let captionY = 297.0
  static let margin = 14.0
  static let worldTop = 318.0
}
