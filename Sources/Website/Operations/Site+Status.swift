extension Site {
  /// How much is served now, and where it comes from.
  public var status: (entries: Int, provenance: Provenance) {
    let edition = current
    return (edition.pages.catalog.entries.count, edition.pages.provenance)
  }
}
