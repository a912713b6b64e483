/// The shows of one server, each below its name: what the page of all of them lists, and where requests are led.
public final class Shelf: Sendable {
  private let published = Published<[ShelvedShow]>([])

  public init() {}

  /// Takes the place of what stood there; requests that are being answered end as they began.
  public func place(_ shows: [ShelvedShow]) { published.replace { _ in shows } }

  /// Each show by its name with what is served of it; nil for one that cannot be served.
  public var standing: [(name: String, status: OperatorReports.Status?)] {
    shows.map { ($0.name, $0.site?.status) }
  }

  var shows: [ShelvedShow] { published.value }

  /// The show that a target lies below; nil if it is the shelf's own. Cost: one comparison of bytes for each show.
  func show(at target: [UInt8]) -> ShelvedShow? {
    let shows = published.value
    return target.withUnsafeBufferPointer { target in
      shows.first { $0.holds(target) }
    }
  }

  /// Whether a show of this name would lie where the shelf has an address of its own.
  public static func isReserved(_ name: String) -> Bool {
    Route.candidates.contains { row in
      row.needs.isDisjoint(with: [.catalog, .store])
        && row.route.path().split(separator: "/").first.map(String.init) == name
    }
  }
}
