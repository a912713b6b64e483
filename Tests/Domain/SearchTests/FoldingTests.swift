import Search
import Testing

@Suite("Folding")
struct FoldingTests {
  @Test(
    "Case is folded in full",
    arguments: [
      ("DENVER", "denver"), ("Straße", "strasse"), ("GROẞ", "gross"), ("Σίσυφος", "σισυφοσ"), ("ﬁn", "fin"),
      ("İstanbul", "istanbul"), ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"), ("МОСКВА", "москва"), ("ԵՒ", "եւ"), ("և", "եւ"),
      ("\u{10400}", "\u{10428}"), ("Ǆ", "dz"),
    ])
  func foldsCase(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test(
    "Marks are removed, composed or not",
    arguments: [
      ("São Tomé", "sao tome"), ("Sa\u{303}o Tome\u{301}", "sao tome"), ("Ǖ", "u"), ("ế", "e"),
      ("o\u{302}\u{301}", "o"), ("Ḩāfaz̧a", "hafaza"), ("Й", "и"), ("ή", "η"), ("ᾳ", "α"),
      ("שָׁלוֹם", "שלום"), ("\u{FB2A}", "ש"), ("مُحَمَّد", "محمد"), ("が", "か"), ("か\u{3099}", "か"),
      ("\u{212B}", "a"), ("\u{F900}", "豈"), ("e\u{20DD}", "e"), ("\u{301}", ""),
    ])
  func removesMarks(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test(
    "Arabic as other keyboards and habits spell it",
    arguments: [
      ("مكتبة", "مكتبه"), ("مصطفى", "مصطفي"), ("محـمـد", "محمد"), ("ٱلله", "الله"),
      ("یاسمین کتاب", "ياسمين كتاب"),
      ("٣ أيام ۱۰", "3 ايام 10"), ("القاهرة، مصر", "القاهره, مصر"),
      ("\u{FEFB}", "لا"), ("\u{FB8E}", "ك"), ("\u{FDF2}", "الله"),
    ])
  func foldsArabic(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test("Vowel signs stay", arguments: ["हिन्दी", "ภูเก็ต", "தமிழ்"])
  func keepsSpelling(text: String) {
    #expect(Folding.fold(text) == Array(text.utf8))
  }

  @Test("Hangul syllables are decomposed")
  func decomposesHangul() {
    #expect(
      Folding.fold("한글가") == Folding.fold("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}\u{1100}\u{1161}"))
    #expect(Folding.fold("한") == Array("\u{1112}\u{1161}\u{11AB}".utf8))
    #expect(Folding.fold("힣") == Array("\u{1112}\u{1175}\u{11C2}".utf8))
  }

  @Test(
    "Special letters fold to the letters that people type for them",
    arguments: [
      ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đà Nẵng", "da nang"), ("Łódź", "lodz"),
      ("Diyarbakır", "diyarbakir"),
      ("Þórshöfn", "thorshofn"), ("Seyðisfjörður", "seydisfjordur"), ("Ǿ", "o"), ("ǣ", "ae"),
      ("Ħamrun", "hamrun"), ("Straße", "strasse"), ("ıŁøđÞæœ", "ilodthaeoe"),
      ("Gəncə", "gence"), ("ĲSSEL", "ijssel"),
    ])
  func foldsSpecialLetters(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test(
    "A run of white space becomes one space, which is dropped at the beginning and counts at the end",
    arguments: [
      ("a  b", "a b"), (" \t\na\r\n \u{A0}b", "a b"), ("san ", "san "), ("san \u{3000}\u{2009}", "san "),
      ("a\u{85}b", "a b"), ("a\u{2028}b", "a b"), (" \u{1680} ", ""), ("a \u{200B} b", "a b"),
      ("a \u{301} b", "a b"),
    ])
  func joinsWhiteSpace(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test(
    "An apostrophe before a word is dropped",
    arguments: [
      ("‘Azriqam", "azriqam"), ("‘Abbāsābād", "abbasabad"), ("Al ‘Aziziyah", "al aziziyah"),
      ("rock ’", "rock "),
      ("’70s", "70s"), ("O'Hara", "o'hara"), ("rock 'n' roll", "rock n' roll"), ("'", "'"), ("' '", "' "),
    ])
  func dropsApostrophesBeforeWords(text: String, folded: String) {
    #expect(Folding.fold(text) == Array(folded.utf8))
  }

  @Test(
    "A sort key begins with a letter or digit, if there is one",
    arguments: [
      ("(500) days", "500) days"), ("…and justice", "and justice"), ("¡tres!", "tres!"), ("???", "???"),
      ("", ""),
    ])
  func sorts(folded: String, sortable: String) {
    #expect(Array(Folding.sortable(Array(folded.utf8))) == Array(sortable.utf8))
  }

  @Test("Apostrophes of all kinds fold alike", arguments: ["‘", "’", "'", "ʼ", "ʻ", "‛", "′", "`", "´", "＇"])
  func joinsApostrophes(apostrophe: String) {
    #expect(Folding.fold("L\(apostrophe)Aquila") == Array("l'aquila".utf8))
  }

  @Test(
    "Invisible characters are dropped",
    arguments: [
      "a\u{0}b", "a\u{7F}b", "a\u{9C}b", "a\u{AD}b", "\u{200F}ab\u{200E}", "a\u{200D}b", "\u{FEFF}ab",
      "a\u{FE0F}b",
      "\u{202E}ab\u{202C}", "a\u{E0041}b",
    ])
  func dropsInvisible(text: String) {
    #expect(Folding.fold(text) == Array("ab".utf8))
  }

  @Test(
    "Other characters stay",
    arguments: [
      "100%", "%_*", "a.*(b)?[c]\\d+$", "<b>&amp;\"</b>", "ab-cd – “x”", "👍🏽", "🇩🇪", "東京", "тест", "\u{FFFD}",
      "ª²",
    ])
  func keeps(text: String) {
    #expect(Folding.fold(text) == Array(text.utf8))
  }

  @Test("Folding is idempotent")
  func isIdempotent() {
    for value in UInt32(0x80)...0x2FFFF {
      // Every hundredth of the ideographs and syllables, which stay or fold by rule.
      if value > 0x3400, value < 0xF900 || value > 0x20000, value % 97 != 0 { continue }
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = Folding.fold("x\(Character(scalar))x")
      #expect(
        Folding.fold(String(decoding: folded, as: UTF8.self)) == folded, "U+\(String(value, radix: 16))")
    }
  }

  @Test("Upper and lower case fold alike")
  func joinsCases() {
    // No letter above has two cases.
    for value in UInt32(0x41)...0x1E943 {
      guard let properties = Unicode.Scalar(value)?.properties else { continue }
      let (lower, upper) = (properties.lowercaseMapping, properties.uppercaseMapping)
      // The Greek iota below a letter is a mark that upper case writes as a letter.
      if lower == upper || upper.hasSuffix("Ι") && lower != "ι" { continue }
      #expect(Folding.fold(upper) == Folding.fold(lower), "U+\(String(value, radix: 16))")
    }
  }
}
