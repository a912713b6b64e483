/// Folds a text scalar by scalar.
struct FoldingStep {
  /// Where the next scalar begins in the original.
  private(set) var position = 0

  private let utf8: UnsafeBufferPointer<UInt8>
  private let table = FoldingTable.shared
  /// Where the folded text begins in the output.
  private let start: Int

  /// - Parameter utf8: valid UTF-8, as a `String` holds it.
  init(utf8: UnsafeBufferPointer<UInt8>, start: Int) {
    self.utf8 = utf8
    self.start = start
  }

  /// Appends what one scalar folds to, which may be nothing. False at the end of the text.
  mutating func next(into output: inout [UInt8]) -> Bool {
    guard position < utf8.count else { return false }
    let byte = utf8[position]
    if byte < 0x80 {
      position += 1
      append(table.ascii[Int(byte)], to: &output)
    } else {
      appendScalar(to: &output)
    }
    return true
  }

  private func append(_ byte: UInt8, to output: inout [UInt8]) {
    if byte > 0x20 {
      if byte == UInt8(ascii: "'"), isBeforeWord(output) { return }
      output.append(byte)
    } else if byte == 0x20, output.count > start, output.last != 0x20 {
      output.append(byte)
    }
  }

  /// Whether a word begins behind what comes now. Nobody types the apostrophe of ‘Azriqam.
  private func isBeforeWord(_ output: [UInt8]) -> Bool {
    guard output.count == start || output.last == 0x20 else { return false }
    guard position < utf8.count else { return output.count > start }
    switch utf8[position] | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: return true
    default: return false
    }
  }

  private mutating func appendScalar(to output: inout [UInt8]) {
    let length = utf8[position] < 0xE0 ? 2 : utf8[position] < 0xF0 ? 3 : 4
    let end = min(position + length, utf8.count)
    let scalar = utf8[(position + 1)..<end].reduce(UInt32(utf8[position]) & (0xFF >> UInt32(length + 1))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    position = end
    let entry = table.entry(for: scalar)
    if entry.length > 0 {
      for index in Int(entry.offset)..<(Int(entry.offset) + Int(entry.length)) {
        append(table.bytes[index], to: &output)
      }
    } else if let syllable = HangulSyllable(scalar) {
      syllable.append(to: &output)
    } else if let unlisted = Unicode.Scalar(scalar) {
      appendUnlisted(unlisted, to: &output)
    }
  }

  /// Appends a scalar that is not in the table: letters of newer Unicode versions change case still.
  private func appendUnlisted(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    if Self.isDropped(scalar) { return }
    if scalar.properties.changesWhenCaseFolded {
      output.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Whether a scalar folds to nothing: diacritics, controls, and what is there to be invisible.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark:
      return !spellingClasses.contains(scalar.properties.canonicalCombiningClass.rawValue)
        || scalar.properties.isDefaultIgnorableCodePoint
    case .enclosingMark, .control: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Combining classes of the signs that spell a vowel or join letters.
  private static let spellingClasses: Set<UInt8> = [0, 9, 84, 91, 103, 118, 129, 130, 132]
}
