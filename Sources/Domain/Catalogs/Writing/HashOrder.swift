import System

/// Hashes, and the places that have them.
struct HashOrder {
  /// The places, sorted by their hashes; equal ones ascending.
  let places: Numbers<UInt32>
  /// The hash of each of the ``places``.
  let hashes: Numbers<UInt64>

  /// - Parameter unsorted: the hash of each place.
  init(_ unsorted: borrowing NumberWriter<UInt64>) {
    // Hashes are spread evenly: a few share their upper bits, unless somebody has chosen them.
    let bits = max(1, min(20, Int.bitWidth - unsorted.count.leadingZeroBitCount - 2))
    let shift = UInt64(64 - bits)
    var starts = NumberWriter<UInt32>(repeating: 0, count: 1 << bits + 1)
    var places = NumberWriter<UInt32>(repeating: 0, count: unsorted.count)
    unsorted.withUnsafeBufferPointer { hashes in
      for hash in hashes { starts[Int(hash >> shift) + 1] += 1 }
      for bucket in 0..<(1 << bits) { starts[bucket + 1] += starts[bucket] }
      for (place, hash) in zip(UInt32(0)..., hashes) {
        let bucket = Int(hash >> shift)
        places[Int(starts[bucket])] = place
        starts[bucket] += 1
      }
      places.withUnsafeMutableBufferPointer { places in
        var first = 0
        for bucket in 0..<(1 << bits) {
          // The end of a bucket is where the next place would have gone.
          let end = Int(starts[bucket])
          if end - first > 1 {
            var alike = places[first..<end]
            alike.sort { (hashes[Int($0)], $0) < (hashes[Int($1)], $1) }
          }
          first = end
        }
      }
    }
    self.places = places.numbers()
    hashes = Numbers(count: self.places.count) { [places = self.places] sorted in
      unsorted.withUnsafeBufferPointer { hashes in
        for index in sorted.indices { sorted.initializeElement(at: index, to: hashes[Int(places[index])]) }
      }
      return sorted.count
    }
  }

  /// The indices of a hash.
  func range(of hash: UInt64) -> Range<Int> { Self.range(of: hash, in: hashes) }

  static func range(of hash: UInt64, in hashes: Numbers<UInt64>) -> Range<Int> {
    let start = (0..<hashes.count).firstIndex(bisecting: { hashes[$0] >= hash })
    var end = start
    while end < hashes.count, hashes[end] == hash { end += 1 }
    return start..<end
  }

  /// Calls back with the places of each hash that several have.
  func forEachShared(_ body: (Numbers<UInt32>) -> Void) {
    var first = 0
    while first < hashes.count {
      var end = first + 1
      while end < hashes.count, hashes[end] == hashes[first] { end += 1 }
      if end - first > 1 { body(places.part(first..<end)) }
      first = end
    }
  }
}
