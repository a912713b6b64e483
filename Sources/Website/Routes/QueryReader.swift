/// The names and values of a query, `application/x-www-form-urlencoded`; the first of a name counts.
struct QueryReader: Sendable {
  /// More pairs than any address of ours has are not looked at.
  private static let limit = 32

  private let pairs: [(name: String, value: String)]

  init(_ query: ArraySlice<UInt8>) {
    pairs = query.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        PercentCoding.decodeForm(pair[..<equals]), PercentCoding.decodeForm(pair[equals...].dropFirst())
      )
    }
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}
