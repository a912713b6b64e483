/// How much the suggestion service is asked, and how much of it is remembered.
public struct SuggestionLimits: Sendable {
  /// Requests a second in the long run, and at one stroke.
  public struct Rate: Sendable {
    public let perSecond: Double
    public let burst: Double

    public init(perSecond: Double, burst: Double) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// For all visitors together. Default 20 a second, 40 at one stroke.
  public var inAll = Rate(perSecond: 20, burst: 40)
  /// For one address. Default 6 a second, 20 at one stroke: as fast as anybody types.
  public var perVisitor = Rate(perSecond: 6, burst: 20)
  /// Requests under way at the same moment; each holds a worker thread. Default 3.
  public var atOnce = 3
  /// Seconds for which an answer is remembered. Default 300.
  public var memory = 300.0
  /// Answers that are remembered. Default 500.
  public var entries = 500
  /// Bytes of text that are remembered, about. Default 1 MB.
  public var bytes = 1 << 20

  public init() {}
}
