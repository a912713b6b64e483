/// A tag name as it was read: its tag, what is known of it, and a hash by which names of no known tag are told apart.
struct TagName {
  let tag: Tag
  let kinds: Tag.Kinds
  let hash: UInt64

  /// Builds the hash of a name byte by byte (FNV-1a over the name in lower case).
  ///
  /// A name made to collide with another one is taken for it, which changes how the markup is read
  /// and nothing about what may be written.
  struct Hasher {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) {
      value = (value ^ UInt64(byte.asciiLowercased)) &* 0x0000_0100_0000_01b3
    }
  }

  init(hash: UInt64) {
    self.hash = hash
    (tag, kinds) = Self.table.entry(for: hash)
  }

  init(_ name: some Sequence<UInt8>) {
    var hasher = Hasher()
    for byte in name { hasher.add(byte) }
    self.init(hash: hasher.value)
  }

  private static let table = Table()

  /// The tags by the hash of their names; open addressing, at most a quarter full.
  private struct Table {
    private var slots = [(hash: UInt64, tag: Tag, kinds: Tag.Kinds)](repeating: (0, .other, []), count: 512)

    init() {
      for tag in Tag.allCases where tag != .other {
        var hasher = Hasher()
        for byte in tag.name.utf8 { hasher.add(byte) }
        var slot = Int(truncatingIfNeeded: hasher.value) & 511
        while slots[slot].tag != .other { slot = (slot + 1) & 511 }
        slots[slot] = (hasher.value, tag, tag.kinds)
      }
    }

    func entry(for hash: UInt64) -> (Tag, Tag.Kinds) {
      var slot = Int(truncatingIfNeeded: hash) & 511
      while slots[slot].tag != .other {
        if slots[slot].hash == hash { return (slots[slot].tag, slots[slot].kinds) }
        slot = (slot + 1) & 511
      }
      return (.other, [])
    }
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  var isASCIILetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// White space as HTML has it: tab, line feed, form feed, carriage return, space.
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
}
