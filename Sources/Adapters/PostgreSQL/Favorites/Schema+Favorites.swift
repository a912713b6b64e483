extension Schema {
  static let favorites = Schema(
    versionIn: "dramatis_schema", lock: 4_738_215_906,
    migrations: [
      [
        """
        CREATE TABLE dramatis_favorites (
          show text NOT NULL, visitor uuid NOT NULL, version bigint NOT NULL, day date NOT NULL,
          document text NOT NULL, PRIMARY KEY (show, visitor))
        """,
        "CREATE TABLE dramatis_keys (show text PRIMARY KEY, key text NOT NULL)",
        "CREATE INDEX dramatis_favorites_day ON dramatis_favorites (show, day)",
        "CREATE INDEX dramatis_favorites_empty ON dramatis_favorites (show, day) WHERE document = ''",
      ]
    ])
}
