/// A compact stylesheet with the values of its constants where they are used.
///
/// A constant is a custom property that `:root` sets once and nothing else sets. Browsers resolve `var()` for
/// each element anew.
enum StyleConstants {
  typealias Values = [ArraySlice<UInt8>: [UInt8]]

  private static let use = Array("var(".utf8)
  private static let root = Array(":root".utf8)

  static func resolved(in sheet: [UInt8]) -> [UInt8] {
    replaced(in: sheet[...], by: constants(of: sheet))
  }

  private static func constants(of sheet: [UInt8]) -> Values {
    var open = candidates(in: sheet)
    var values: Values = [:]
    var isProgressing = true
    while isProgressing {
      isProgressing = false
      for (name, value) in open {
        let value = replaced(in: value[...], by: values)
        // What depends on a property that changes changes with it.
        if value.firstRange(of: use) != nil { continue }
        values[name] = value
        open[name] = nil
        isProgressing = true
      }
    }
    return values
  }

  /// Properties that are set once, on `:root` and under no condition.
  private static func candidates(in sheet: [UInt8]) -> Values {
    var values: Values = [:]
    var seen: Set<ArraySlice<UInt8>> = []
    var selectors: [ArraySlice<UInt8>] = []
    var start = sheet.startIndex
    for (index, byte) in sheet.enumerated() {
      guard isEnd(byte) else { continue }
      let part = sheet[start..<index]
      start = index + 1
      if byte == UInt8(ascii: "{") {
        selectors.append(part)
        continue
      }
      if part.starts(with: "--".utf8), let colon = part.firstIndex(of: UInt8(ascii: ":")) {
        let name = part[..<colon]
        let isFirst = seen.insert(name).inserted
        let value = part[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
        values[name] = isFirst && selectors == [root[...]] ? Array(value) : nil
      }
      if byte == UInt8(ascii: "}") { _ = selectors.popLast() }
    }
    return values
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";")
  }

  private static func replaced(in text: ArraySlice<UInt8>, by values: Values) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let start = rest.firstRange(of: use) {
      let inside = rest[start.upperBound...]
      let name = inside.prefix { $0 != UInt8(ascii: ")") }
      if let value = values[name] {
        result += rest[..<start.lowerBound]
        result += value
        rest = inside[name.endIndex...].dropFirst()
      } else {
        result += rest[..<start.upperBound]
        rest = inside
      }
    }
    return result + rest
  }
}
