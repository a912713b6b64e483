public import System
import Text

extension SearchIndexWriter {
  /// The folded title of an entry.
  public func title(of entry: Int) -> [UInt8] {
    let start = Int(titles[entry])
    return bytes.withUnsafeBufferPointer { Array($0[start...].prefix { $0 != 0 }) }
  }

  /// The entries sorted by their sort titles and titles, ignoring punctuation before the first letter or digit.
  /// - Parameter sortAlike: sorts entries of equal keys.
  public func sorted(_ sortAlike: (UnsafeMutableBufferPointer<UInt32>) -> Void) -> NumberWriter<UInt32> {
    var order = NumberWriter<UInt32>(capacity: count)
    keys.withUnsafeBufferPointer { order.append($0) }
    bytes.withUnsafeBufferPointer { bytes in
      SuffixSort.sort(&order, in: UnsafeRawBufferPointer(bytes))
      var first = 0
      while first < order.count {
        var end = first + 1
        while end < order.count, compare(order[first], order[end], bytes, within: SuffixSort.depth) == 0 {
          end += 1
        }
        // Keys ascend with their entries.
        for index in first..<end {
          let key = order[index]
          let entry = (0..<keys.count).firstIndex(bisecting: { keys[$0] >= key })
          order[index] = UInt32(truncatingIfNeeded: entry)
        }
        if end - first > 1 {
          order.withUnsafeMutableBufferPointer { order in
            sort(UnsafeMutableBufferPointer(rebasing: order[first..<end]), bytes, sortAlike)
          }
        }
        first = end
      }
    }
    return order
  }

  /// Calls a function with the first scalar of each entry's sort key.
  public func withFirstScalars<Value>(_ use: ((Int) -> Unicode.Scalar) -> Value) -> Value {
    bytes.withUnsafeBufferPointer { bytes in
      use { entry in
        let key = bytes[Int(keys[entry])...].prefix(4)
        return String(decoding: key, as: UTF8.self).unicodeScalars.first ?? " "
      }
    }
  }

  /// Sorts entries whose keys are equal as far as ``SuffixSort`` compares them.
  private func sort(
    _ entries: UnsafeMutableBufferPointer<UInt32>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ sortAlike: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    func compare(_ one: UInt32, _ other: UInt32) -> Int {
      self.compare(keys[Int(one)], keys[Int(other)], bytes)
    }
    if entries.allSatisfy({ compare($0, entries[0]) == 0 }) { return sortAlike(entries) }
    var sorted = entries[...]
    sorted.sort { compare($0, $1) < 0 }
    var first = 0
    while first < entries.count {
      var end = first + 1
      while end < entries.count, compare(entries[first], entries[end]) == 0 { end += 1 }
      if end - first > 1 { sortAlike(UnsafeMutableBufferPointer(rebasing: entries[first..<end])) }
      first = end
    }
  }

  /// Negative, zero or positive as the first key is less, equal or greater, as far as some bytes tell.
  private func compare(
    _ one: UInt32, _ other: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, within limit: Int = .max
  ) -> Int {
    var depth = 0
    while depth < limit, bytes[Int(one) + depth] == bytes[Int(other) + depth] {
      if bytes[Int(one) + depth] == 0 { return 0 }
      depth += 1
    }
    return depth == limit ? 0 : Int(bytes[Int(one) + depth]) - Int(bytes[Int(other) + depth])
  }
}
