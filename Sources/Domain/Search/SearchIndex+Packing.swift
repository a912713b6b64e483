extension SearchIndex {
  /// Whether it can be packed: an index of words is built anew instead.
  public var isPackable: Bool { words == nil }

  /// Appends what the same index is made of without sorting or folding anything.
  public func pack(into arrays: inout PackedArrays) {
    texts.pack(into: &arrays)
    titles.pack(into: &arrays)
  }

  /// Makes the index that ``pack(into:)`` was asked of; of arrays with other numbers an index that finds other
  /// things, or an error, and never anything outside of its texts.
  public init(unpacking arrays: inout PackedArrays) throws(PackedArrays.Misfit) {
    let texts = try FoldedTexts(unpacking: &arrays)
    self.init(texts, titles: try TitleIndex(unpacking: &arrays, in: texts))
  }
}
