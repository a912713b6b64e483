import Testing
import Text

@Suite("The first sentence of a text")
struct FirstSentenceTests {
  private static let texts = [
    ("Homer works. He dies.", "Homer works."), ("One sentence.", nil), ("One sentence", nil), ("", nil),
    ("Homer works!\nHe dies", "Homer works!"), ("Is it he? No. It is Bart.", "Is it he?"),
    // Abbreviations, initials, numbers.
    ("Mr. Burns and Dr. Hibbert meet. He dies.", "Mr. Burns and Dr. Hibbert meet."),
    ("Son of J. R. Ewing and J.R. Two. He dies.", "Son of J. R. Ewing and J.R. Two."),
    ("Played by J.-P. Melville. He dies.", "Played by J.-P. Melville."),
    ("It costs 3.5 dollars. He dies.", "It costs 3.5 dollars."),
    ("It lasts from 5 p.m. to 6 p.m. He dies.", "It lasts from 5 p.m. to 6 p.m."),
    ("He is 35. Lisa dies.", "He is 35."), ("Born in 1956. Lisa dies.", "Born in 1956."),
    ("Lives e.g. in Berlin. Lisa dies.", "Lives e.g. in Berlin."),
    ("Sammy Davis Jr. Lisa dies.", "Sammy Davis Jr."),
    ("Robert Downey Jr. plays him. He dies.", "Robert Downey Jr. plays him."),
    ("Geboren am 3. Mai 1980 in Bonn. Sie stirbt.", "Geboren am 3. Mai 1980 in Bonn."),
    ("Er lebt z. B. in Bonn. Er stirbt.", "Er lebt z. B. in Bonn."),
    ("El Sr. Burns vive. Muere.", "El Sr. Burns vive."),
    ("Mme. Irma vit ici. Elle meurt.", "Mme. Irma vit ici."),
    // Ellipses, quotation marks, addresses.
    ("Wait… what is that? It dies.", "Wait… what is that?"), ("Well... Homer dies.", "Well..."),
    ("“Who?” he asks. Then he dies.", "“Who?” he asks."), ("He says “No.” Then he dies.", "He says “No.”"),
    ("(She lives.) He dies.", "(She lives.)"),
    ("See example.com/a.b for more. He dies.", "See example.com/a.b for more."),
    // Other scripts.
    ("彼は父です。彼は死ぬ。", "彼は父です。"), ("他是谁？他死了。", "他是谁？"),
    ("هل هو الأب؟ يموت في النهاية.", "هل هو الأب؟"),
    ("هو د. أحمد من القاهرة. يموت.", "هو د. أحمد من القاهرة."),
    ("यह एक है। वह मरता है।", "यह एक है।"), ("Он отец. Он умирает.", "Он отец."), ("יש אב. הוא מת.", "יש אב."),
    ("彼は父です。", nil), ("He lives. …", nil),
  ]

  @Test("It ends where a reader would end it", arguments: texts)
  func ends(text: String, first: String?) {
    #expect(
      FirstSentence.end(of: text).map { String(decoding: Array(text.utf8)[..<$0], as: UTF8.self) } == first)
  }

  @Test("A sentence without an end in sight is the whole text")
  func long() {
    #expect(FirstSentence.end(of: String(repeating: "and ", count: 1_000) + "so on. He dies.") == nil)
  }
}
