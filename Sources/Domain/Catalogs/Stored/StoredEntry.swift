import JSON
import System
import Text

/// The record of an entry in the file: a number of sixteen bits, in which a bit stands for each text that follows; each
/// text as its length, in groups of seven bits, lowest first, and its bytes.
struct StoredEntry {
  enum Field: Int, CaseIterable {
    case id, title, alternativeTitle, subtitle, text
    /// The feed's markup, not sanitized.
    case markup
    case picture, link
    /// See ``Fact/encoded(_:)``.
    case facts
    /// Addresses, a line each.
    case morePictures
    /// The number of equal records that the entry stands for, if there are several.
    case times
  }

  private let bytes: Numbers<UInt8>
  private let mask: UInt16

  /// - Parameter bytes: of this record; damaged ones give other texts.
  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
    mask = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
  }

  func text(_ field: Field) -> String? { range(field).map { bytes.text($0) } }

  /// All texts, by their fields' numbers.
  func texts() -> [String?] {
    var texts = [String?](repeating: nil, count: Field.allCases.count)
    forEach { field, range in
      texts[field.rawValue] = bytes.text(range)
      return true
    }
    return texts
  }

  func markup() -> UntrustedHTML? { range(.markup).map { UntrustedHTML(bytes: Array(bytes.part($0))) } }

  private func range(_ wanted: Field) -> Range<Int>? {
    var found: Range<Int>?
    forEach { field, range in
      if field == wanted { found = range }
      return found == nil
    }
    return found
  }

  /// Calls back with each text until that returns false.
  private func forEach(_ body: (Field, Range<Int>) -> Bool) {
    var offset = 2
    for field in Field.allCases where mask & 1 << UInt16(field.rawValue) != 0 {
      let length = Self.length(bytes, &offset)
      let range = (offset..<max(offset, offset &+ length)).clamped(to: 0..<bytes.count)
      offset = range.upperBound
      guard body(field, range) else { return }
    }
  }

  private static func length(_ bytes: Numbers<UInt8>, _ offset: inout Int) -> Int {
    var (length, shift) = (0, 0)
    while shift < 35 {
      let byte = bytes[offset]
      offset += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return length
  }
}

extension StoredEntry {
  /// Writes records to a spool: the key and the base of the id, then the record without an id.
  struct Writer {
    private var mask: UInt16 = 0
    private var bytes: [UInt8] = []

    mutating func begin(key: String, base: String, to spool: inout NumberWriter<UInt8>) {
      mask = 0
      bytes.removeAll(keepingCapacity: true)
      append(key)
      append(base)
      spool.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }

    /// - Parameter field: after those appended before.
    mutating func append(_ field: Field, _ text: String?) {
      guard let text else { return }
      mask |= 1 << UInt16(field.rawValue)
      append(text)
    }

    mutating func append(_ field: Field, _ text: [UInt8]) {
      mask |= 1 << UInt16(field.rawValue)
      Self.append(length: text.count, to: &bytes)
      bytes += text
    }

    func end(to spool: inout NumberWriter<UInt8>) {
      spool.append(UInt8(truncatingIfNeeded: mask))
      spool.append(UInt8(truncatingIfNeeded: mask >> 8))
      spool.append(bytes)
    }

    private mutating func append(_ text: String) {
      Self.append(length: text.utf8.count, to: &bytes)
      bytes += text.utf8
    }

    fileprivate static func append(length: Int, to bytes: inout [UInt8]) {
      var rest = length
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }

  /// A record in the spool, valid as long as that is.
  struct Spooled {
    private let bytes: UnsafeBufferPointer<UInt8>
    let key: UnsafeBufferPointer<UInt8>
    /// The base of the id, with its length before it.
    private let start: Int
    let base: UnsafeBufferPointer<UInt8>
    /// The offset of the fields.
    private let fields: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      var offset = 0
      key = Self.text(bytes, &offset)
      start = offset
      base = Self.text(bytes, &offset)
      fields = offset
    }

    var keyText: String { String(decoding: key, as: UTF8.self) }
    var baseText: String { String(decoding: base, as: UTF8.self) }

    var title: UnsafeBufferPointer<UInt8> {
      guard bytes[fields] & 1 << UInt8(Field.title.rawValue) != 0 else {
        return UnsafeBufferPointer(rebasing: bytes[fields..<fields])
      }
      // The first field: a record in the spool has no id.
      var offset = fields + 2
      return Self.text(bytes, &offset)
    }

    private static func text(
      _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) -> UnsafeBufferPointer<UInt8> {
      var (length, shift) = (0, 0)
      repeat {
        length |= Int(bytes[offset] & 0x7F) << shift
        shift += 7
        offset += 1
      } while bytes[offset - 1] >= 0x80
      defer { offset += length }
      return UnsafeBufferPointer(rebasing: bytes[offset..<(offset + length)])
    }

    /// Appends the record with its id, and returns the hash of that.
    /// - Parameters:
    ///   - id: nil for the base.
    ///   - times: the number of equal records, as text; nil for one.
    func append(id: String?, times: String?, to heap: inout NumberWriter<UInt8>) -> UInt64 {
      heap.append(bytes[fields] | 1 << UInt8(Field.id.rawValue))
      heap.append(bytes[fields + 1] | (times == nil ? 0 : 1 << UInt8(Field.times.rawValue - 8)))
      let hash: UInt64
      if let id {
        var written: [UInt8] = []
        Writer.append(length: id.utf8.count, to: &written)
        heap.append(written)
        heap.append(Array(id.utf8))
        hash = FNV1a.hash64(id)
      } else {
        // The base has the form of an id.
        heap.append(UnsafeBufferPointer(rebasing: bytes[start..<fields]))
        hash = FNV1a.hash64(base)
      }
      heap.append(UnsafeBufferPointer(rebasing: bytes[(fields + 2)...]))
      if let times {
        heap.append(UInt8(truncatingIfNeeded: times.utf8.count))
        heap.append(Array(times.utf8))
      }
      return hash
    }
  }
}

extension Fact {
  /// The facts as JSON: an array for each, its kind first.
  static func encoded(_ facts: [Fact]) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(
      .array(
        facts.map { fact in
          switch fact {
          case .originalTitle(let title, let language):
            .array([.string("original"), .string(title), .string(language)])
          case .released(let day): .array([.string("released"), .string(day.text)])
          case .rating(let mean, let votes):
            .array([.string("rating"), .number(mean), .number(Double(votes))])
          }
        }))
    return writer.bytes
  }

  /// Reads ``encoded(_:)``; leaves out what it does not know.
  static func decoded(_ text: String) -> [Fact] {
    let facts = (try? JSONValue(parsing: Array(text.utf8)))?.array ?? []
    return facts.compactMap { fact in
      guard let parts = fact.array, parts.count > 1 else { return nil }
      switch (parts[0].string, parts[1]) {
      case ("original", .string(let title)):
        return .originalTitle(title, language: parts.count > 2 ? parts[2].string ?? "und" : "und")
      case ("released", .string(let day)): return Day(day).map { .released($0) }
      case ("rating", .number(let mean)):
        return .rating(mean, votes: parts.count > 2 ? parts[2].number?.whole(in: 0...Int.max) ?? 0 : 0)
      default: return nil
      }
    }
  }
}
