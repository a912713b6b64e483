/// Makes texts comparable that a visitor takes for the same.
///
/// - Case is folded as Unicode's full case folding does it: `ẞ` and `ß` are `ss`, `ς` is `σ`.
/// - Texts are decomposed canonically and lose their marks: `é` is `e`, however it is composed. Signs
///   that spell a vowel or join letters in the scripts of India and South-East Asia stay, for without
///   them it is another word.
/// - Letters that do not decompose become those people type for them: `ø` is `o`, `æ` `ae`, `ł` `l`.
/// - A run of white space is one space, none at the beginning; one at the end counts.
/// - Apostrophes, and what is typed for one, are `'`; before a word they are nothing.
/// - Controls and invisible format characters are dropped, so a folded text holds no byte below 0x20.
///
/// It works on scalars: what a `Character` hides is seen. Cost: 1 to 2 ns a byte of ASCII, some 10 ns
/// another letter.
public enum Folding {
  /// The folded text as UTF-8.
  public static func fold(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    append(text, to: &folded)
    return folded
  }

  /// Appends a folded text, which begins there: white space at its beginning is dropped.
  static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &output) }
  }

  /// The same for valid UTF-8.
  public static func append(_ utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var fold = FoldingStep(utf8: utf8, start: output.count)
    while fold.next(into: &output) {}
  }
}
