import Glibc

/// The Equal Earth projection of the whole globe (Šavrič, Patterson and Jenny, 2018).
///
/// In radii; y grows to the north.
enum EqualEarth {
  /// The longitude in the middle, in degrees: so that the edge cuts through the Bering Strait and
  /// leaves Chukotka and Fiji whole.
  static let middle = 11.0
  static let halfWidth = project(latitude: 0, longitude: middle + 179.999_999).x

  /// Degrees, of any turn.
  static func project(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    let theta = asin(3.0.squareRoot() / 2 * sin(latitude * .pi / 180))
    let lambda = remainder(longitude - middle, 360) * .pi / 180
    let square = theta * theta
    let sixth = square * square * square
    let slope = a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square)
    return (
      2 * 3.0.squareRoot() * lambda * cos(theta) / (3 * slope),
      theta * (a1 + a2 * square + sixth * (a3 + a4 * square))
    )
  }

  private static let a1 = 1.340264
  private static let a2 = -0.081106
  private static let a3 = 0.000893
  private static let a4 = 0.003796
}
