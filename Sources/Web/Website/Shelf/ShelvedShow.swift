import Glibc
public import HTTPServer

/// A show that stands on a shelf.
public final class ShelvedShow: Sendable {
  /// The name of its file.
  let name: String
  /// What a show that cannot be served is called on the page of all shows.
  let title: String
  /// Nil for a show that cannot be served.
  let site: Site?
  let count: @Sendable (CompletedRequest) -> Void
  /// The path that it lies below; nil where the shelf has an address of its own.
  private let base: [UInt8]?

  /// - Parameters:
  ///   - title: what it is called while it cannot be served; its file's name, if that says nothing.
  ///   - base: the path that it lies below, without a slash at the end.
  ///   - site: nil for a show that cannot be served.
  ///   - count: called with each of its requests once it is over; must not wait for anything.
  public init(
    name: String, title: String? = nil, base: String, site: Site?,
    count: @escaping @Sendable (CompletedRequest) -> Void = { _ in }
  ) {
    (self.name, self.title, self.site, self.count) = (name, title ?? name, site, count)
    self.base = Shelf.isReserved(name) ? nil : Array(base.utf8)
  }

  func holds(_ target: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base, target.count >= base.count, let start = target.baseAddress,
      memcmp(start, base, base.count) == 0
    else { return false }
    if target.count == base.count { return true }
    let next = target[base.count]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }
}
