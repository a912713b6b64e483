/// A bar of a round length.
struct ScaleBar {
  let metres: Double
  /// On the sheet.
  let length: Double

  /// - Parameter widest: units that the bar may take; it takes more than 0.4 of them.
  init(metresPerUnit: Double, widest: Double) {
    metres = RoundNumber.below(metresPerUnit * widest)
    length = metres / metresPerUnit
  }

  var text: String {
    metres < 1000
      ? NumberText.decimal(metres, decimals: 0) + " m"
      : NumberText.decimal(metres / 1000, decimals: 0) + " km"
  }
}
