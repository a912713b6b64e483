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
  ///   - codes: all of them below `bound`.
  public static func write(
    _ codes: some Collection<UInt32>, below bound: Int, to arrays: inout ArraySet, _ name: String
  ) {
    if bound <= 1 << 8 {
      arrays.add("\(name).8", Numbers(codes.lazy.map { UInt8(truncatingIfNeeded: $0) }))
    } else if bound <= 1 << 16 {
      arrays.add("\(name).16", Numbers(codes.lazy.map { UInt16(truncatingIfNeeded: $0) }))
    } else {
      arrays.add("\(name).32", Numbers(codes))
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
