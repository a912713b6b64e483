internal import Text

/// Writes markup of ours as it is, text of others escaped, and numbers as short as they can be.
struct SVGWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func markup(_ markup: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  mutating func markup(_ markup: [UInt8]) {
    bytes.append(contentsOf: markup)
  }

  /// Text that ``MapText`` has been through.
  mutating func text(_ text: MapText) {
    bytes.appendEscaped(text.string)
  }

  mutating func integer(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Rounded to a tenth.
  mutating func number(_ value: Double) {
    rounded(value, decimals: 1)
  }

  /// For factors of what is many units long.
  mutating func factor(_ value: Double) {
    rounded(value, decimals: 5)
  }

  private mutating func rounded(_ value: Double, decimals: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: NumberText.digits(value.magnitude, decimals: decimals).utf8)
  }
}
