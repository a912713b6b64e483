extension Array {
  /// The same in no more memory than it needs, without what was reserved for growing.
  var trimmed: [Element] { withUnsafeBufferPointer { Array($0) } }
}
