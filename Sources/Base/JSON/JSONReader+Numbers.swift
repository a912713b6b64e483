extension JSONReader {
  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads the number at the offset; nil if it is out of a double's range.
  mutating func readNumber() throws(JSONError) -> Double? {
    let start = offset
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    if current == UInt8(ascii: "0") { offset += 1 } else { digits = try readDigits(into: &mantissa) }
    var decimals = 0
    if current == UInt8(ascii: ".") {
      offset += 1
      decimals = try readDigits(into: &mantissa)
    }
    let hasExponent = current | 0x20 == UInt8(ascii: "e")
    if hasExponent { try readExponent() }
    // Both a whole number of so few digits and the power are exact, hence so is the rounding of the quotient.
    if !hasExponent, digits + decimals <= 15 {
      let value = Double(mantissa) / Self.powers[decimals]
      return isNegative ? -value : value
    }
    let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func readExponent() throws(JSONError) {
    offset += 1
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
    var ignored: UInt64 = 0
    _ = try readDigits(into: &ignored)
  }

  /// Reads at least one digit and returns how many; of more than 19 the value says nothing.
  private mutating func readDigits(into value: inout UInt64) throws(JSONError) -> Int {
    let start = offset
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) {
      value = value &* 10 &+ UInt64(current & 0x0F)
      offset += 1
    }
    guard offset > start else { throw unexpected("a digit") }
    return offset - start
  }
}
