/// A place near another one.
public struct Neighbour: Sendable, Hashable {
  /// Its position in the collection that the atlas was made from.
  public let place: Int
  /// Along the great circle, in metres, on a sphere of the Earth's mean radius.
  public let distance: Double
}
