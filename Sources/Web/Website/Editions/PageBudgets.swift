import System

/// Bytes that the kept pages of all sites of a program take.
public struct PageBudgets: Sendable {
  let pages: SharedBudget
  /// For pages that show favorites: some thousand visitors' first pages.
  let pagesWithFavorites: SharedBudget

  public init() {
    (pages, pagesWithFavorites) = (SharedBudget(8 << 20), SharedBudget(24 << 20))
  }
}
