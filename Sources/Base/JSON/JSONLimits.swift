/// How large a tree may become that is built of a document; a document that asks for more is refused.
///
/// What nobody asks for is passed over and counts nothing: memory follows what is kept, not what is read.
public struct JSONLimits: Sendable {
  /// Arrays and objects within one another. Reading recurses with each, on threads with small stacks, and no
  /// source is known that has more than ten levels.
  public static let depth = 512
  /// Values of a tree, each of which takes up to 200 bytes beside its text.
  public let values: Int
  /// Bytes of all texts and keys of a tree.
  public let bytes: Int

  public init(values: Int, bytes: Int) {
    self.values = values
    self.bytes = bytes
  }

  /// For a document of ours or the operator's: five times what the longest of them has, and 20 MB at most.
  public static let document = JSONLimits(values: 50_000, bytes: 8 << 20)
}
