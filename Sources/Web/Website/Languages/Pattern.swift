import Templates

/// A sentence with places for values: "Page {page} of {pages}".
struct Pattern: Sendable, Hashable {
  let pieces: [Constant.Piece]

  /// Nil if a brace is not closed, or encloses no name.
  init?(_ text: String) {
    var pieces: [Constant.Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = rest[rest.index(after: open)..<close]
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.value(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  /// The names of the places.
  var names: Set<String> {
    Set(
      pieces.compactMap { piece in
        if case .value(let name) = piece { name } else { nil }
      })
  }

  /// The sentence without a place and the text behind it, or before it where nothing follows.
  func without(_ name: String) -> Pattern {
    guard let place = pieces.firstIndex(of: .value(name)) else { return self }
    var rest = pieces
    rest.remove(at: place)
    let other = place < rest.count ? place : place - 1
    if rest.indices.contains(other), case .text = rest[other] { rest.remove(at: other) }
    return Pattern(rest)
  }

  private init(_ pieces: [Constant.Piece]) {
    self.pieces = pieces
  }

  /// The sentence with its places filled; one that is not given stays empty.
  /// - Parameter count: what `{count}` is, unless the values say otherwise.
  func filled(_ values: KeyValuePairs<String, String>, count: String = "") -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let name): text += values.first { $0.key == name }?.value ?? (name == "count" ? count : "")
      }
    }
    return text
  }
}
