struct CopiedMarkup {
  private let page: [UInt8]
  private var position = 0
  private var copied: [UInt8] = []

  /// Attributes with addresses, and the one that ties a button to a form.
  private static let attributes: Set = ["href", "src", "srcset", "action", "formaction", "form"]

  private init(_ page: [UInt8]) {
    self.page = page
    copied.reserveCapacity(page.count)
  }

  /// - Parameter attribute: returns the replacement of an attribute; nil for no change.
  static func bytes(
    _ page: [UInt8], attribute: (_ name: String, _ value: String) throws -> String?
  ) rethrows -> [UInt8] {
    var markup = CopiedMarkup(page)
    while markup.position < page.count { try markup.copyPiece(attribute) }
    return markup.copied
  }

  /// Copies a tag, or the text before the next one.
  private mutating func copyPiece(_ attribute: (String, String) throws -> String?) rethrows {
    let isTag = page[position] == UInt8(ascii: "<")
    if !isTag { return copy { $0 == UInt8(ascii: "<") } }
    while position < page.count, page[position] != UInt8(ascii: ">") {
      copy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      guard position < page.count, page[position] == UInt8(ascii: " ") else { break }
      copied.append(page[position])
      position += 1
      try copyAttribute(attribute)
    }
    if position < page.count {
      copied.append(page[position])
      position += 1
    }
  }

  /// Copies an attribute with a value in double quotes, as templates and the sanitizer write it.
  private mutating func copyAttribute(_ attribute: (String, String) throws -> String?) rethrows {
    let start = position
    guard let equals = page[start...].firstIndex(where: { [0x3D, 0x20, 0x3E].contains($0) }),
      page[equals...].starts(with: "=\"".utf8),
      let end = page[(equals + 2)...].firstIndex(of: UInt8(ascii: "\""))
    else { return }
    position = end + 1
    let name = String(decoding: page[start..<equals], as: UTF8.self)
    guard Self.attributes.contains(name),
      let replacement = try attribute(name, String(decoding: page[(equals + 2)..<end], as: UTF8.self))
    else { return copied += page[start..<position] }
    copied += replacement.utf8
  }

  private mutating func copy(until isEnd: (UInt8) -> Bool) {
    let end = page[position...].firstIndex(where: isEnd) ?? page.endIndex
    copied += page[position..<end]
    position = end
  }
}
