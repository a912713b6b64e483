public import HTTPServer

/// Leads each request to the show that its path begins with, else to the page of all shows.
public struct Router: Sendable {
  private let shelf: Shelf
  /// Whose first page lists the shows.
  private let front: Site

  public init(_ shelf: Shelf, front: Site) {
    (self.shelf, self.front) = (shelf, front)
  }

  public func answer(_ request: Request) -> Answer {
    guard let show = shelf.show(at: request.target) else { return front.answer(request) }
    return show.site?.answer(request) ?? .now(front.refusalOfBrokenShow)
  }

  /// What may be asked of a target, as the header `Allow` lists it.
  public func allowed(_ target: [UInt8]) -> String { site(at: target).allowed(target) }

  /// Bytes of a body for a target, where that is more than a form of ours sends.
  public func largeBodyLimit(_ target: [UInt8]) -> Int { site(at: target).largeBodyLimit(target) }

  /// Counts a request for its show.
  /// - Returns: whether it was for one.
  public func count(_ request: CompletedRequest) -> Bool {
    guard let show = shelf.show(at: request.target) else { return false }
    show.count(request)
    return true
  }

  private func site(at target: [UInt8]) -> Site { shelf.show(at: target)?.site ?? front }
}
