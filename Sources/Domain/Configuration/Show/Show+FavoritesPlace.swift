extension Show {
  /// What visitors' favorites are kept in.
  public enum FavoritesPlace: String, Sendable, CaseIterable {
    /// In the state folder.
    case files
    /// In a database that several replicas share.
    case postgresql
  }
}
