import JSON
import Records
import System
import Testing

@Suite("Charsets of tables")
struct CharsetTests {
  private static let samples: [(String, String, String)] = [
    ("windows-1251", "Название,Город\nЗамок,Казань\nМост,Псков\n", "Казань"),
    ("koi8-r", "Название,Город\nЗамок,Казань\nСтарая мельница,Псков\n", "Казань"),
    ("ibm866", "Название,Город\nЗамок,Казань\nСтарая мельница,Псков\n", "Казань"),
    ("shift_jis", "名前,町\n田中さくら,東京都\n鈴木一郎,大阪市\n佐藤花子,札幌の北\n", "東京都"),
    ("shift_jis", "name,町\nAda,東京\nBo,大阪\n", "東京"),
    ("euc-jp", "名前,町\n田中さくら,東京都\n鈴木一郎,大阪市\n", "東京都"),
    ("gb18030", "姓名,城市\n王小明,北京\n李华,上海\n张伟,广州工程师\n", "北京"),
    ("big5", "姓名,城市,描述\n王小明,臺北,喜歡讀書和旅行的學生\n李華,高雄,他是醫生\n", "臺北"),
    ("euc-kr", "이름,도시\n김철수,서울\n이영희,부산\n박지성,바다 근처에 산다\n", "서울"),
    (
      "iso-8859-2", "nazwa,miasto,opis\nŁukasz Żółty,Kraków,Mieszka w pobliżu rzeki i lubi książki\n",
      "Kraków"
    ),
    (
      "windows-1250", "jméno,město\nŽofie Němcová,Plzeň\nŘehoř,Ústí nad Labem\nTomáš,Příbram\nŠárka,Děčín\n",
      "Plzeň"
    ),
    ("windows-1252", "nom,ville\nHélène,Besançon\nJosé,Orléans\nRené,Nîmes\n", "Besançon"),
    ("windows-1252", "name,town\nJosé,Rome\n", "Rome"),
    ("windows-1252", "name,price\nCoffee – dark,“7 €”\nTea,5 €\n", "“7 €”"),
  ]

  /// A text in a charset.
  private static func bytes(_ text: String, in charset: String) throws -> [UInt8] {
    try #require(TestConverter.bytes(text, charset))
  }

  @Test("A charset is detected by the letters of the whole table", arguments: samples)
  func detected(charset: String, text: String, second: String) throws {
    var reader = try RecordReader(Numbers(Self.bytes(text, in: charset)))
    #expect(reader.charset == charset)
    #expect(reader.warnings.first?.contains(charset) == true)
    let record = try #require(try reader.next()?.object)
    #expect(record.values.contains(.string(second)))
  }

  @Test("A long table gives no warning, and a stated charset is used")
  func stated() throws {
    let text = "имя,город\n" + String(repeating: "Анна Петровна,Москва\n", count: 20_000)
    let bytes = Numbers(try Self.bytes(text, in: "koi8-r"))
    #expect(try RecordReader(bytes).warnings.isEmpty)
    var wrong = try RecordReader(bytes, charset: "windows-1251")
    #expect(try wrong.next()?.object?["имя"] == nil)
    var right = try RecordReader(bytes, charset: "koi8-r")
    var count = 0
    while let record = try right.next() {
      #expect(record.object == ["имя": .string("Анна Петровна"), "город": .string("Москва")])
      count += 1
      if count == 3 { break }
    }
    #expect(throws: RecordsError.self) {
      try RecordReader(Numbers("<a><b/><b/></a>".utf8), charset: "koi8-r")
    }
  }

  @Test("UTF-8 with broken characters is not taken for another charset")
  func mixed() throws {
    let bytes = Array("name\nŁukasz\nЗамок\nJos".utf8) + [0xE9] + Array("\nNoël\n".utf8)
    #expect(try List(bytes)["name"] == ["Łukasz", "Замок", "José", "Noël"])
  }

  @Test("UTF-16 is recognised without a mark", arguments: [true, false])
  func unmarked(isBig: Bool) throws {
    let bytes = "name\ttown\r\nZoë\tOslo\r\n日本\tRome\r\n".utf16.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    #expect(try List(bytes)["name"] == ["Zoë", "日本"])
  }
}
