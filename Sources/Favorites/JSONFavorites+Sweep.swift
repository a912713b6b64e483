extension JSONFavorites {
  /// Removes up to `limit` files that nobody has used for 400 days, or that a killed process left unfinished.
  ///
  /// Looks through the folders from where the last sweep ended, in one round at most; blocks for the disk.
  /// - Returns: how many files it removed: fewer than `limit` when there were no more.
  public func sweep(limit: Int) -> Int {
    sweeper.sweep(limit: limit, whenIdle: whenIdle)
  }
}
