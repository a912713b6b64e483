import System
import Testing

@Suite("Numbers from outside")
struct BoundedNumberTests {
  @Test("A text is a number only within its range")
  func ranges() {
    #expect("5".number(in: 0...5) == 5)
    #expect("-9223372036854775808".number(in: Int.min...0) == .min)
    for text in [
      "6", "-1", "", ",", "5.0", " 5", "NaN", "1e308", "9223372036854775808", "18446744073709551616",
    ] {
      #expect(text.number(in: 0...5) == nil, "\(text)")
    }
    #expect("ff".number(in: 0...255, radix: 16) == UInt8.max)
    #expect("100".number(in: 0...255, radix: 16) as UInt8? == nil)
  }

  @Test("A number with decimals is finite")
  func decimals() {
    #expect("1e308".decimal() == 1e308)
    #expect("-90".decimal(in: -90...90) == -90)
    for text in ["NaN", "inf", "-infinity", "1e309", "", ","] { #expect(text.decimal() == nil, "\(text)") }
    #expect("1e308".decimal(in: -90...90) == nil)
  }

  @Test("A double is a whole number only within a range")
  func whole() {
    #expect(5.0.whole(in: 0...5) == 5)
    for number in [5.5, 6, -1, 1e308, .nan, .infinity, 0x1p63] { #expect(number.whole(in: 0...5) == nil) }
  }
}
