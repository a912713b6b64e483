extension [UInt8] {
  /// Appends a number in decimal digits.
  @usableFromInline
  mutating func appendDecimal(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
