/// Everything that is counted of one show while it is served.
public struct Meters: Sendable {
  public let requests = RequestMeter()
  public let favorites = FavoritesMeter()
  public let database = DatabaseMeter()
  public let feed = FeedMeter()

  public init() {}
}
