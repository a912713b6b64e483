import CLibXML2
import Glibc
import System

/// Hands on the bytes of an XML document with common faults repaired: a bare ampersand or `<`, HTML's named characters,
/// control characters, and bytes that are not UTF-8.
///
/// libxml2 refuses the whole document for each of them, and programs that join texts to feeds write them often.
struct XMLRepair {
  private enum Fault: Int, CaseIterable { case ampersand, name, control, mark, byte }

  private let bytes: Numbers<UInt8>
  /// Bytes that were handed on, or replaced.
  private(set) var offset = 0
  /// Bytes that were scanned.
  private var scanned = 0
  private var scan: XMLScan
  /// Places to look at among the scanned bytes, the last one first.
  private var places: [Int] = []
  /// The rest of a replacement, the last byte first.
  private var pending: [UInt8] = []
  /// The offset of the first place with each fault, and the number of all its places.
  private var firsts = Fault.allCases.map { _ in 0 }
  private var counts = Fault.allCases.map { _ in 0 }
  /// Lines before the first tag, which are not handed on.
  private(set) var linesBefore = 0
  /// The exceeded limit as a sentence.
  private(set) var excess: String?

  /// Bytes that are scanned at a time.
  private static let stride = 4_096
  /// Letters of the longest reference, such as `&thetasym;`.
  private static let longestReference = 12

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
    scan = XMLScan(of: bytes)
    // A declaration must be at the very start.
    if let start = bytes.firstIndex(where: { $0 > 0x20 }), bytes[start] == UInt8(ascii: "<") {
      (offset, scanned) = (start, start)
      linesBefore = bytes.part(0..<start).count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Fills a buffer.
  /// - Returns: the number of bytes in it; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count {
      if let byte = pending.popLast() {
        buffer[count] = byte
        count += 1
        continue
      }
      if offset >= scanned, !scanMore() { break }
      let place = places.last ?? scanned
      let run = min(place - offset, buffer.count - count)
      bytes.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + run])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + run]))
      }
      count += run
      offset += run
      if offset == places.last {
        places.removeLast()
        repair()
      }
    }
    return count
  }

  private mutating func scanMore() -> Bool {
    guard excess == nil, scanned < bytes.count else { return false }
    let end = min(max(scanned, offset) + Self.stride, bytes.count)
    var found: [Int] = []
    bytes.withUnsafeBytes { bytes in
      excess = scan.excess(in: bytes, scanned..<end) { found.append($0) }
    }
    if scan.isNarrow { places = found.reversed() }
    scanned = end
    return excess == nil
  }

  /// Replaces the character at the offset if XML does not allow it.
  private mutating func repair() {
    switch bytes[offset] {
    case UInt8(ascii: "<"): return replace(1, by: "&lt;", .mark)
    case UInt8(ascii: "&"): break
    case 0x80...: return replace(1, by: TextEncoding.text([bytes[offset]]), .byte)
    default: return replace(1, by: " ", .control)
    }
    let rest = bytes.part(offset + 1..<offset + Self.longestReference)
    let name = rest.text(0..<(rest.firstIndex(of: UInt8(ascii: ";")) ?? 0))
    if name.first == "#" {
      let digits = name.dropFirst()
      let (number, radix) = digits.first == "x" ? (digits.dropFirst(), 16) : (digits, 10)
      let code = number.number(in: 0...UInt32(0x10_FFFF), radix: radix)
      guard let code, let scalar = Unicode.Scalar(code) else { return replace(1, by: "&amp;", .ampersand) }
      if !Self.isAllowed(scalar) { return replace(name.utf8.count + 2, by: " ", .control) }
    } else if !["amp", "lt", "gt", "quot", "apos"].contains(name) {
      guard !name.isEmpty, let entity = htmlEntityLookup(name) else {
        return replace(1, by: "&amp;", .ampersand)
      }
      return replace(name.utf8.count + 2, by: "&#\(entity.pointee.value);", .name)
    }
    replace(1, by: "&", nil)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE : [0x09, 0x0A, 0x0D].contains(scalar.value)
  }

  /// - Parameter fault: nil for none.
  private mutating func replace(_ count: Int, by text: String, _ fault: Fault?) {
    if let fault {
      if counts[fault.rawValue] == 0 { firsts[fault.rawValue] = offset }
      counts[fault.rawValue] += 1
    }
    pending = text.utf8.reversed()
    offset += count
  }

  // MARK: Warnings

  /// A sentence for each kind of fault.
  var warnings: [String] {
    Fault.allCases.filter { counts[$0.rawValue] > 0 }.map { fault in
      let words =
        switch fault {
        case .ampersand: "an & must be written as &amp;, and is read as such"
        case .name: "names of characters such as &nbsp; are HTML, and are read as such"
        case .byte: "bytes that are not UTF-8 are read as Windows-1252"
        case .control: "control characters are not allowed, and are read as spaces"
        case .mark: "a < in a text must be written as &lt;, and is read as such"
        }
      let count = counts[fault.rawValue]
      let line = "line \(bytes.line(at: firsts[fault.rawValue]))"
      return
        "it is not quite valid XML: \(words) (\(count == 1 ? line : "first in \(line); \(count) in all"))"
    }
  }
}
