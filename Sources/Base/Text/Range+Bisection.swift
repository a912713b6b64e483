extension Range<Int> {
  /// The first index at which a condition holds, which it does from there on; the end if it never holds.
  ///
  /// Cost: the logarithm of the range's length.
  @inlinable
  public func firstIndex(bisecting holds: (Int) -> Bool) -> Int {
    var (lower, upper) = (lowerBound, upperBound)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if holds(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
