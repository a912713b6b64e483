extension Show {
  /// What one entry and several are called: "character", "characters".
  public struct Noun: Sendable, Hashable {
    public let one: String
    public let many: String
    /// With a number, which is `{count}`, by CLDR's plural categories: only where `one` and `many` are
    /// not enough, as in Arabic.
    public let counted: [String: String]

    public init(one: String, many: String, counted: [String: String] = [:]) {
      self.one = one
      self.many = many
      self.counted = counted
    }

    /// Reads what entries are called in one language.
    public init(_ noun: SettingsReader, one: String = "character", many: String = "characters") {
      let word = SettingForm<String>.text(FieldPattern.text, "a word")
      self.one = noun.required("one", word, "the word for one entry", example: .text(one))
      self.many = noun.required("many", word, "the word for several entries", example: .text(many))
      let phrase = SettingForm.text(#"^([^{}\u0000-\u001F\u007F]|\{count\})+$"#, "a phrase with {count}")
      let counted = noun.optional(
        "counted", "phrases with a number, where one and many are not enough for a language"
      ) { counted in
        ["zero", "one", "two", "few", "many", "other"].map { category in
          let text = counted.optional(
            category, phrase, "the phrase for numbers of the plural category \(category)",
            example: .text("{count} \(category == "one" ? one : many)"))
          return (category, text)
        }
      }
      self.counted = Dictionary(uniqueKeysWithValues: counted ?? []).compactMapValues(\.self)
    }
  }
}
