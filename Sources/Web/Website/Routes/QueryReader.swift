import Text

/// The names and values of a query, `application/x-www-form-urlencoded`; the first of a name counts.
struct QueryReader: Sendable {
  /// More pairs than any address of ours has are not looked at.
  private static let limit = 32
  /// Bytes of a value that count, unless whoever reads it says otherwise: a hundred Chinese characters, and of
  /// plain letters more than the search field takes. The addresses of all rows repeat what a query says, so
  /// that a page grows with it a hundredfold.
  static let valueLimit = 300

  private let pairs: [(name: String, value: String)]

  init(_ query: ArraySlice<UInt8>) {
    pairs = query.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        PercentCoding.decodeForm(pair[..<equals]), PercentCoding.decodeForm(pair[equals...].dropFirst())
      )
    }
  }

  var isEmpty: Bool { pairs.isEmpty }

  subscript(name: String) -> String? { self[name, Self.valueLimit] }

  /// What is longer than `limit` bytes is cut at the end of a scalar.
  subscript(name: String, limit: Int) -> String? {
    pairs.first { $0.name == name }.map { Self.cut($0.value, to: limit) }
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    // Slicing inside a scalar rounds down to its beginning.
    return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: limit)])
  }
}
