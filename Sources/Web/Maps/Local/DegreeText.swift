/// Degrees as a reader writes them: 39.75° N, 180°, 0°.
enum DegreeText {
  /// At a step between lines, which says how many decimals there are.
  static func latitude(_ degrees: Double, step: Double) -> String {
    text(degrees, decimals: decimals(of: step), positive: "N", negative: "S")
  }

  static func longitude(_ degrees: Double, step: Double) -> String {
    abs(degrees) == 180
      ? "180°" : text(degrees, decimals: decimals(of: step), positive: "E", negative: "W")
  }

  /// Both, with at most four decimals, which is 11 m; the latitude alone at a pole.
  static func place(_ direction: Direction) -> String {
    let latitude = text(direction.latitude, decimals: 4, positive: "N", negative: "S")
    if latitude.hasPrefix("90°") { return latitude }
    return latitude + ", " + text(direction.longitude, decimals: 4, positive: "E", negative: "W")
  }

  private static func decimals(of step: Double) -> Int {
    step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
  }

  private static func text(
    _ degrees: Double, decimals: Int, positive: String, negative: String
  ) -> String {
    let number = NumberText.decimal(abs(degrees), decimals: decimals)
    if number == "0" { return "0°" }
    return number + "° " + (degrees < 0 ? negative : positive)
  }
}
