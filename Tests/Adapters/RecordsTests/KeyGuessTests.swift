import Records
import Testing

@Suite("Guessing the key of a list")
struct KeyGuessTests {
  /// The sources of `id` and `slug`.
  private func guess(_ text: String, keeping key: RecordGuess.Key? = nil) throws -> [String: String] {
    let fields = try RecordGuess(Array(text.utf8), keeping: key).fields
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.sources[0]) }).filter {
      ["id", "slug"].contains($0.key)
    }
  }

  /// The guessed `id` and `slug` of a table with nine rows.
  private func key(_ header: String, _ cell: (Int) -> String, titles: Int = 9) throws -> [String?] {
    let rows = (0..<9).map { "Chair \($0 % titles),\(cell($0)),x\n" }.joined()
    let found = try guess("title,\(header),kind\n" + rows)
    return [found["id"], found["slug"]]
  }

  @Test(
    "A unique column is the key if its name says so, in several languages",
    arguments: [
      "Inv.-Nr.", "Inventarnummer", "Accession number", "ISBN", "SKU", "barcode", "Catalogue no.",
      "Artikel-Nr.",
      "Numéro d'inventaire", "Código", "No.", "inventory_number",
    ])
  func numbered(header: String) throws {
    let found = try key("\"\(header)\"") { "\(40 + $0 * 7)" }
    #expect(found[0]?.contains(header.prefix(3)) == true && found[1] == "title")
    #expect(try key("\"\(header)\"") { "M \($0 + 3)/\($0)" }[1] == "title")
    #expect(try key("\"\(header)\"") { $0 == 8 ? "40" : "\(40 + $0 * 7)" } == [nil, nil])
    #expect(try key("\"\(header)\"") { $0 == 8 ? "" : "\(40 + $0 * 7)" } == [nil, nil])
  }

  @Test("Names that repeat are the title together with the number beside them")
  func numberBesideName() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyzäöüßéèê")
    let rows = (0..<140).map { "B \($0 + 47)/3,Quercus \(letters[$0 % letters.count])lba\n" }.joined()
    let guess = try RecordGuess(Array("catalogNumber,scientificName\n\(rows)".utf8))
    let title = guess.fields.first { $0.key == "title" }
    #expect(title?.sources == ["{scientificName} {catalogNumber}"])
    #expect(guess.facts.map(\.source) == ["catalogNumber", "scientificName"])
  }

  @Test("A later record that lacks or repeats a key excludes it")
  func late() throws {
    func found(_ last: String) throws -> String? {
      let rows = (0..<RecordGuess.sample + 2).map { "Song \($0),N\(10_000 + $0),K\(10_000 + $0)\n" }.joined()
      return try guess("title,isbn,sku\n\(rows)Last,\(last)\n")["id"]
    }
    #expect(try found("N10001,K1") == "sku")
    #expect(try found(",K10001") == nil)
  }

  @Test("An earlier guess of the id stays while the list has its field")
  func keptKey() throws {
    let text = "title,isbn,sku\n" + (0..<9).map { "Book \($0),N\($0 % 8),K\($0)\n" }.joined()
    func fields(_ key: RecordGuess.Key?) throws -> [String: String] { try guess(text, keeping: key) }
    #expect(try fields(nil) == ["id": "sku", "slug": "title"])
    #expect(try fields(.init(id: "isbn", slug: nil, isFinal: false)) == ["id": "isbn"])
    #expect(try fields(.init(id: "gone", slug: nil, isFinal: false)) == ["id": "sku", "slug": "title"])
    #expect(try fields(.init(id: nil, slug: nil, isFinal: true)) == [:])
    #expect(try fields(.init(id: nil, slug: nil, isFinal: false)) == ["id": "sku", "slug": "title"])
  }
}
