/// What kind of address a request asked for: a few words that a whole day's requests can be counted by.
public enum RouteLabel: String, Sendable, CaseIterable {
  case list, suggest, entry, picture, map, asset, favorites, connect, manifest, offline, health, metrics
  case listJSON = "list_json"
  case entryJSON = "entry_json"
  case openSearch = "opensearch"
  case serviceWorker = "service_worker"
  /// Whatever is no address of ours, refusals of broken requests included.
  case other
}

extension Addresses {
  /// The kind of a request's target, as it came. Cost: a few comparisons, and no memory.
  public func label(of target: [UInt8]) -> RouteLabel {
    if let operation = operation(of: target) { return operation.label }
    guard target.starts(with: base.utf8) else { return .other }
    let path = target[base.utf8.count...].prefix { $0 != UInt8(ascii: "?") }
    if path.count <= 1 { return path.isEmpty || path.first == UInt8(ascii: "/") ? .list : .other }
    for (start, label) in Self.starts where path.starts(with: start.utf8) {
      if label == .entry, path.suffix(5).elementsEqual(".json".utf8) { return .entryJSON }
      return label
    }
    for (name, label) in Self.names where path.elementsEqual(name.utf8) { return label }
    return .other
  }

  private static let starts: [(StaticString, RouteLabel)] = [
    ("/static/", .asset), ("/pictures/", .picture), ("/entries/", .entry), ("/map/", .map),
    ("/favorites", .favorites),
  ]

  private static let names: [(StaticString, RouteLabel)] = [
    ("/suggest", .suggest), ("/entries.json", .listJSON), ("/opensearch.xml", .openSearch),
    ("/connect", .connect), ("/manifest.webmanifest", .manifest), ("/service-worker.js", .serviceWorker),
    ("/offline", .offline),
  ]
}

extension StaticString {
  fileprivate var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
