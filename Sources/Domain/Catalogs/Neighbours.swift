/// The entries on both sides of one among the results, as positions in the catalog.
public struct Neighbours: Sendable, Hashable {
  public let previous: Int
  public let next: Int
}
