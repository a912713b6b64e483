extension FixedWidthInteger where Self: UnsignedInteger {
  /// All hexadecimal digits of the number, leading zeros included, in lower case.
  public var hexDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
