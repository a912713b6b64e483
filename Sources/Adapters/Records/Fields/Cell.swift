/// The value of one field of a record, by its bytes in the list.
struct Cell {
  enum Kind: UInt8 {
    /// The record has no such field.
    case none
    case null, no, yes, number
    /// A text in UTF-8 or Windows-1252.
    case text
    /// A field of a table from its opening quotation mark on, with doubled marks or bytes after the closing one.
    case quoted
    /// A text of a JSON document without escapes; bytes that are not UTF-8 are repaired.
    case jsonText
    /// The same with escapes.
    case escaped
    /// An array or object of a JSON document.
    case tree
  }

  var kind = Kind.none
  /// The offset of its bytes.
  var start = 0
  /// The number of its bytes; 0 for a tree, which ends by itself.
  var count = 0
  var number = 0.0

  var isScalar: Bool { kind.rawValue > Kind.null.rawValue && kind != .tree }
}
