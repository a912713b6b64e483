public import HTTPServer
import Website

/// Counts requests by route and status, and measures how long they took.
public struct RequestMeter: Sendable {
  private let counts: Tally
  private let times: [Histogram]

  private static let routes = Site.routeNames
  /// Those that are ever answered; any other counts as the last, 0.
  private static let statuses = [
    200, 206, 301, 302, 303, 304, 308, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 421,
    422,
    426, 429, 431, 500, 501, 503, 505, 507, 0,
  ]
  /// The position of each status in the list.
  private static let positions = (0..<600).map { status in
    UInt8(statuses.firstIndex(of: status) ?? statuses.count - 1)
  }
  /// Seconds.
  private static let bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]

  public init() {
    counts = Tally(Self.routes.count * Self.statuses.count)
    times = Self.routes.map { _ in Histogram(bounds: Self.bounds) }
  }

  public func count(_ request: CompletedRequest) {
    let route = request.kind
    let status = Self.positions.indices.contains(request.status) ? request.status : 0
    counts.add(to: route * Self.statuses.count + Int(Self.positions[status]))
    times[route].observe(nanoseconds: request.nanoseconds)
  }

  func write(to exposition: inout Exposition) {
    var samples: [Exposition.Sample] = []
    for (route, name) in Self.routes.enumerated() {
      for (position, status) in Self.statuses.enumerated() {
        let count = counts.value(of: route * Self.statuses.count + position)
        guard count > 0 else { continue }
        let status = status == 0 ? "other" : String(status)
        samples.append(.init(Double(count), [("route", name), ("status", status)]))
      }
    }
    exposition.family("dramatis_http_requests_total", .counter, "Requests answered.", samples)
    exposition.histograms(
      "dramatis_http_request_duration_seconds",
      "From the last byte of a request to the last byte of its answer.", bounds: Self.bounds,
      zip(Self.routes, times).compactMap { name, histogram in
        let reading = histogram.reading
        return reading.count == 0 ? nil : ([("route", name)], reading)
      })
  }
}
