/// English names of the languages that films are made in, by their ISO 639-1 codes.
enum LanguageNames {
  static func name(of code: String) -> String? { names[code] }

  /// The language tag for a code: film lists write Cantonese as `cn`.
  static func tag(of code: String) -> String { code == "cn" ? "yue" : code }

  private static let names = Dictionary(
    table.split(separator: ";").map { pair in
      let parts = pair.split(separator: " ")
      return (String(parts[0]), String(parts[1]))
    }, uniquingKeysWith: { first, _ in first })

  private static let table = """
    af Afrikaans;ar Arabic;az Azerbaijani;be Belarusian;bg Bulgarian;bn Bengali;bs Bosnian;ca Catalan;\
    cn Cantonese;cs Czech;cy Welsh;da Danish;de German;el Greek;en English;es Spanish;et Estonian;eu Basque;\
    fa Persian;fi Finnish;fr French;ga Irish;gl Galician;gu Gujarati;he Hebrew;hi Hindi;hr Croatian;\
    hu Hungarian;hy Armenian;id Indonesian;is Icelandic;it Italian;ja Japanese;ka Georgian;kk Kazakh;km Khmer;\
    kn Kannada;ko Korean;lo Lao;lt Lithuanian;lv Latvian;mk Macedonian;ml Malayalam;mn Mongolian;mr Marathi;\
    ms Malay;my Burmese;nb Norwegian;ne Nepali;nl Dutch;no Norwegian;pa Punjabi;pl Polish;ps Pashto;\
    pt Portuguese;ro Romanian;ru Russian;si Sinhala;sk Slovak;sl Slovenian;sq Albanian;sr Serbian;sv Swedish;\
    sw Swahili;ta Tamil;te Telugu;th Thai;tl Tagalog;tr Turkish;uk Ukrainian;ur Urdu;uz Uzbek;vi Vietnamese;\
    yo Yoruba;zh Chinese;zu Zulu
    """
}
