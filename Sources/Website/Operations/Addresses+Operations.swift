/// What those who run a show ask for.
enum Operation: Sendable {
  case health, metrics

  var label: RouteLabel { self == .health ? .health : .metrics }
}

extension Addresses {
  /// Where the server says that it is well; the same path is answered without the base path too.
  public var health: String { "\(base)/healthz" }

  /// Targets of the looks that others take every few seconds.
  public var healthTargets: [String] { base.isEmpty ? [health] : [health, "/healthz"] }

  /// What is asked for below the base path, or below none: those on this machine need not know it.
  func operation(of target: [UInt8]) -> Operation? {
    if let operation = Self.operation(target[...]) { return operation }
    guard !base.isEmpty, target.starts(with: base.utf8) else { return nil }
    return Self.operation(target.dropFirst(base.utf8.count))
  }

  private static func operation(_ target: ArraySlice<UInt8>) -> Operation? {
    // Nearly every request ends here.
    guard let letter = target.dropFirst().first, letter == UInt8(ascii: "h") || letter == UInt8(ascii: "m")
    else { return nil }
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    if path.elementsEqual("/healthz".utf8) { return .health }
    return path.elementsEqual("/metrics".utf8) ? .metrics : nil
  }
}
