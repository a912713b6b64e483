// The one place where text from outside becomes a number. Arithmetic traps on overflow, so a range that is known here
// keeps every later step within bounds. `make lint` refuses `Int(text)` and the like elsewhere.

extension StringProtocol {
  /// A whole number within a range; nil for any other text.
  @inlinable
  public func number<Whole: FixedWidthInteger>(in range: ClosedRange<Whole>, radix: Int = 10) -> Whole? {
    Whole(self, radix: radix).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A finite number, with decimals or an exponent, within a range, by default any; nil for any other text.
  @inlinable
  public func decimal(in range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
    -> Double?
  {
    Double(self).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Double {
  /// The same number as a whole one; nil if it has a fraction, or lies outside a range.
  @inlinable
  public func whole(in range: ClosedRange<Int>) -> Int? {
    Int(exactly: self).flatMap { range.contains($0) ? $0 : nil }
  }
}
