import JSON
import Search

extension Show {
  /// What ``ShowDecoder`` knows, in the order in which a file usually tells it; without what stands
  /// inside of `feed`.
  /// - Parameter markupLevels: levels that the sanitizer knows.
  public static func fields(markupLevels: [String]) -> [Field] {
    identity + feed(markupLevels) + words + Looks.fields + serving
  }

  private static let identity = [
    Field(
      "$schema", .text(words: "address or path"), "where editors find the schema of this file",
      example: "./show.schema.json"),
    Field(
      "name", .text(pattern: FieldPattern.visible), required: true,
      "the show's name, at the head of every page",
      example: "Star Trek Characters"),
    Field(
      "shortName", .text(pattern: FieldPattern.visible), required: true,
      "a short name for home screens and tabs",
      note: "At most 12 characters are sure to be shown there.", example: "Trek"),
    Field(
      "packageID",
      .text(pattern: #"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$"#, words: "reverse domain name"),
      required: true, "what browsers know the show by once it is on a home screen",
      note: "A name of yours that no other show has, and that never changes.", example: "org.example.trek"),
  ]

  private static func feed(_ markupLevels: [String]) -> [Field] {
    [
      Field("feed", .object, required: true, "where the entries come from"),
      Field(
        "bundled", .text(words: "file or folder"), "answers of the feed that are shown until it has answered",
        note: "A path relative to the folder of this file.", standard: "the first start waits for the feed",
        example: "bundled/trek.json"),
      Field(
        "markup", .choice(markupLevels), "how much of a description's HTML is kept", standard: "description",
        example: "description"),
      Field("pictures", .object, "where pictures may come from", standard: "there are no pictures"),
      Field(
        "pictures.hosts", .texts(pattern: FieldPattern.hosts, words: "host name"), required: true,
        "hosts that pictures are fetched from", note: "*.example.org stands for every host below it.",
        example: ["example.org", "*.example.org"]),
      Field(
        "pictures.privateAddresses", .flag, "whether these hosts may lie in the house", standard: "false",
        example: false),
    ]
  }

  private static let words =
    [
      Field(
        "language", .text(pattern: tag, words: "language tag"), "the language of the entries' texts",
        standard: "that of the feed's settings, else unknown", example: "en"),
      Field("noun", .object, "what entries are called", standard: "entry, entries"),
    ] + noun("noun", one: "character", many: "characters") + [
      Field(
        "nouns", .objectsByName(pattern: tag, words: "language"),
        "what entries are called in other languages",
        standard: "the same in all", example: ["de": ["one": "Figur", "many": "Figuren"]])
    ] + noun("nouns.*", one: "Figur", many: "Figuren") + texts

  private static let tag = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"

  private static func noun(_ path: String, one: String, many: String) -> [Field] {
    let phrase = FieldForm.text(
      pattern: #"^([^{}\u0000-\u001F\u007F]|\{count\})+$"#, words: "phrase with {count}")
    return [
      Field(
        "\(path).one", .text(words: "word"), required: true, "the word for one entry", example: .text(one)),
      Field(
        "\(path).many", .text(words: "word"), required: true, "the word for several entries",
        example: .text(many)),
      Field(
        "\(path).counted", .object, "phrases with a number, where one and many are not enough for a language"),
    ]
      + ["zero", "one", "two", "few", "many", "other"].map { category in
        Field(
          "\(path).counted.\(category)", phrase, "the phrase for numbers of the plural category \(category)",
          example: .text("{count} \(category == "one" ? one : many)"))
      }
  }

  private static let texts = [
    Field("titles", .object, "what happens to titles", standard: "they stay as they come"),
    Field(
      "titles.strip", .text(), required: true, "what is taken off the end of every title that has it",
      example: " (Star Trek)"),
    Field("search", .object, "how the search works"),
    Field(
      "search.match", .choice(SearchMatch.allCases.map(\.rawValue)), required: true,
      "whether a search finds titles that begin with it, or all texts that hold it",
      standard: "contains", example: "contains"),
    Field("credit", .object, "who made the data, at the foot of every page", standard: "nobody is named"),
    Field("credit.text", .text(), required: true, "the sentence to show", example: "Data from DuckDuckGo"),
    Field(
      "credit.link",
      .text(pattern: #"^https?://[^\u0000-\u001F\u007F]*$"#, words: "http or https address"), required: true,
      "where the sentence leads", example: "https://duckduckgo.com/"),
  ]

  private static let serving = [
    Field("server", .object, "how the show is served; flags and the environment go before"),
    Field(
      "server.port", .integer(0...65_535), "the port to listen at", note: "0 takes a free one.",
      standard: "8080", example: 8081),
    Field(
      "server.basePath",
      .text(pattern: #"^(?=.)/*((?!\.\.?(/|$))[A-Za-z0-9._~-]+(/+|$))*$"#, words: "path"),
      "the path it is served under behind a reverse proxy",
      standard: "/", example: "/trek"),
    Field(
      "server.refresh", .integer(60...2_592_000), "seconds between two visits to the feed",
      standard: "21600, six hours", example: 21_600),
    Field(
      "server.hosts", .texts(pattern: FieldPattern.host, words: "host name"),
      "further names under which it is asked for, such as that of a reverse proxy",
      example: ["trek.example.org"]),
    Field(
      "server.offlinePages", .flag,
      "whether browsers keep what a visitor has seen, for when the server is out of reach",
      note: "They do over TLS and on this machine only; switched off, what they kept is removed.",
      standard: "true", example: false),
  ]
}

extension Looks {
  /// What ``LooksDecoder`` knows.
  static let fields = [
    Field("looks", .object, required: true, "colours, shape of pictures, and emblem"),
    Field(
      "looks.accent", .text(pattern: FieldPattern.color, words: "colour"), required: true,
      "colour of links, marks and the chosen row",
      note: "Its contrast on \(lightBackground) must be at least 4.5; for dark screens it is lightened.",
      example: "#0b5d8a"),
    Field(
      "looks.tile", .text(pattern: FieldPattern.color, words: "colour"), required: true,
      "colour behind pictures and monograms", example: "#c9dcef"),
    Field(
      "looks.pictureAspect", .text(pattern: "^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$", words: "ratio"),
      required: true, "width to height of pictures", note: "At most three to one, either way.",
      example: "3:4"),
    Field(
      "looks.icon",
      .text(
        pattern: #"^(?!/)(?!([^\u0000-\u001F\u007F]*/)?\.\./)[^\u0000-\u001F\u007F]*\.svg$"#,
        words: "SVG file"),
      required: true, "the emblem", note: "A path in the public folder.", example: "icons/wire.svg"),
    Field(
      "looks.rows", .choice(RowStyle.allCases.map(\.rawValue)), "what a row of the list shows",
      note: "Titles alone, or stories: picture, title and the first lines of the description.",
      standard: "titles", example: "titles"),
  ]
}
