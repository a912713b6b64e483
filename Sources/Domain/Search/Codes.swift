public import System

/// The code of each entry for its text, in as few bytes as the highest takes. Zero is the code of no text.
public struct Codes: RandomAccessCollection, Sendable {
  // Two of the three are empty.
  @usableFromInline let narrow: Numbers<UInt8>
  @usableFromInline let medium: Numbers<UInt16>
  @usableFromInline let wide: Numbers<UInt32>
  public let count: Int

  public init(_ arrays: ArraySet, _ name: String) {
    (narrow, medium) = (arrays.numbers("\(name).8"), arrays.numbers("\(name).16"))
    wide = arrays.numbers("\(name).32")
    count = Swift.max(narrow.count, medium.count, wide.count)
  }

  /// - Parameters:
  ///   - codes: of each entry, below `bound`.
  ///   - order: the list, as numbers of entries.
  public static func write(
    _ codes: Numbers<UInt32>, in order: Numbers<UInt32>, below bound: Int, to arrays: inout ArraySet,
    _ name: String
  ) {
    if bound <= 1 << 8 {
      arrays.add("\(name).8", listed(codes, order, as: UInt8.self))
    } else if bound <= 1 << 16 {
      arrays.add("\(name).16", listed(codes, order, as: UInt16.self))
    } else {
      arrays.add("\(name).32", listed(codes, order, as: UInt32.self))
    }
  }

  private static func listed<Number>(
    _ codes: Numbers<UInt32>, _ order: Numbers<UInt32>, as type: Number.Type
  ) -> Numbers<Number> where Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable {
    Numbers(count: order.count) { listed in
      for position in listed.indices {
        listed.initializeElement(at: position, to: Number(truncatingIfNeeded: codes[Int(order[position])]))
      }
      return listed.count
    }
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }

  @inlinable
  public subscript(position: Int) -> UInt32 {
    if narrow.count > 0 { return UInt32(narrow[position]) }
    return medium.count > 0 ? UInt32(medium[position]) : wide[position]
  }
}
