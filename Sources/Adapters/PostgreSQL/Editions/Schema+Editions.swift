extension Schema {
  /// Apart from those of favorites, so that programs that do not share editions start beside it.
  static let editions = Schema(
    versionIn: "dramatis_editions_schema", lock: 4_738_215_907,
    migrations: [
      [
        """
        CREATE TABLE dramatis_editions (
          show text NOT NULL, feed text NOT NULL, holder text NOT NULL, lease timestamptz NOT NULL,
          source integer, taken timestamptz, digest text, answer bytea, ids bytea, PRIMARY KEY (show, feed))
        """
      ]
    ])
}
