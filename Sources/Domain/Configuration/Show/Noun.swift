extension Show {
  /// The words for one entry and for several: "character", "characters".
  public struct Noun: Sendable, Hashable {
    public let one: String
    public let many: String
    /// Phrases with a number, `{count}`, by CLDR's plural categories, for languages such as Arabic.
    public let counted: [String: String]

    public init(one: String, many: String, counted: [String: String] = [:]) {
      (self.one, self.many, self.counted) = (one, many, counted)
    }

    /// Reads the words of one language.
    public init(_ noun: SettingsReader, one: String = "character", many: String = "characters") {
      let word = SettingForm<String>.text(FieldPattern.text, "a word")
      self.one = noun.required("one", word, "the word for one entry", example: .text(one))
      self.many = noun.required("many", word, "the word for several entries", example: .text(many))
      let phrase = SettingForm.text(#"^([^{}\u0000-\u001F\u007F]|\{count\})+$"#, "a phrase with {count}")
      let counted = noun.optional(
        "counted", "phrases with a number, for languages with more plural forms"
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
