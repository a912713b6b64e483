import JSON
import Records
import System
import Testing

@Suite("Address books, calendars, works and bookmarks")
struct PersonalFormTests {
  @Test("The cards of all versions of vCard have what people read of them")
  func cards() throws {
    let text = """
      BEGIN:VCARD\r
      VERSION:4.0\r
      FN:Dr. Ada Lane\r
      N:Lane;Ada;;Dr.;\r
      item1.TEL;TYPE="home,voice":tel:+49-1\r
      TEL:+49 2\r
      ADR;TYPE=home:;;Mill Road 1;Rye;;TN31;England\r
      NOTE:Likes mills\\, and\r
        rivers.\\nTwice.\r
      BDAY:19980503\r
      CATEGORIES:friends,old\\,new\r
      PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r
      GEO:geo:50.9\\,0.7\r
      END:VCARD\r\r
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Jos=C3=A9
      NOTE;ENCODING=QUOTED-PRINTABLE:one=
      two
      END:VCARD
      BEGIN:VCARD
      ORG:Mill Ltd.;Wheels
      END:VCARD
      """
    let list = try List(text)
    #expect(list.form == .vcard)
    #expect(list["name"] == ["Dr. Ada Lane", "José Müller", "Mill Ltd., Wheels"])
    #expect(list["phone"] == ["+49-1", "+49 2"])
    #expect(list["address"] == ["Mill Road 1, Rye, TN31, England"])
    #expect(list["note"] == ["Likes mills, and rivers.\nTwice.", "onetwo"])
    #expect(list["birthday"] == ["1998-05-03"])
    #expect(list["categories"] == ["friends", "old,new"])
    #expect(list["photo"] == [])
    #expect(throws: RecordsError.self) { try List("BEGIN:VCARD\nFN:Ada\n") }
  }

  @Test("The events and tasks of a calendar are records, without their alarms")
  func events() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      BEGIN:STANDARD
      DTSTART:19701025T030000
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:a1
      DTSTART;TZID=Europe/London:20240531T120000
      SUMMARY:Lunch
      ORGANIZER;CN="Bo Dale":mailto:bo@a.example
      BEGIN:VALARM
      DESCRIPTION:no
      END:VALARM
      END:VEVENT
      BEGIN:VTODO
      DUE;VALUE=DATE:20240601
      SUMMARY:Sweep
      END:VTODO
      BEGIN:VTODO
      DUE:2024-06-02T07:30Z
      SUMMARY:Paint
      END:VTODO
      BEGIN:VTODO
      DUE:2024-6-2
      SUMMARY:Rest
      END:VTODO
      END:VCALENDAR
      """
    let list = try List(text)
    #expect(list.form == .icalendar)
    #expect(list["title"] == ["Lunch", "Sweep", "Paint", "Rest"])
    #expect(list["start"] == ["2024-05-31T12:00:00"])
    #expect(list["due"] == ["2024-06-01", "2024-06-02T07:30:00", "2024-6-2"])
    #expect(list["organizer"] == ["Bo Dale"])
    #expect(list["description"] == [])
  }

  @Test("The works of BibTeX have names as they are spoken, and letters for TeX's accents")
  func works() throws {
    let text = #"""
      % works
      @string{rye = "Rye Press"}
      @comment{none}
      @article{lane98, title = {On {M}ills \& \"Ole}, author = "Lane, Ada and Bo Dale", year = 1998, month = oct,
        publisher = rye # ", Rye", keywords = {mills, rivers}}
      @Book(dale, title = {{\'E}t{\'{e}} --- stra\ss e}, author={M{\"u}ller, Jos\'e}
      )
      @misc{broken, title = {never closed
      """#
    let list = try List(text)
    #expect(list.form == .bibtex)
    #expect(list["title"] == ["On Mills & Öle", "Été — straße", "never closed"])
    #expect(list["author"] == ["Ada Lane", "Bo Dale", "José Müller"])
    #expect(list["publisher"] == ["Rye Press, Rye"])
    #expect(list["month"] == ["10"])
    #expect(list["keywords"] == ["mills", "rivers"])
    #expect(list["key"] == ["lane98", "dale", "broken"])
  }

  @Test("Accents, signs and commands of TeX become letters, and unknown ones stay")
  func commands() throws {
    let texts = [
      #"{\"o}{\" u}\'{\i}\`\i"#: "öüíì", #"\v{c}\c{\C} \v c \vc"#: #"čÇ č \vc"#, #"\AA\o \L{}x"#: "ÅøŁx",
      #"\emph{so} \textit {it} \emphasis"#: #"so it \emphasis"#, #"a\_b \{c\} 5\% \\"#: #"a_b {c} 5% \\"#,
      "a--b---c-d~e": "a–b—c-d\u{A0}e", #"\'"#: #"\'"#, #"x \"#: #"x \"#,
    ]
    for (text, plain) in texts {
      #expect(try List("@misc{k, title = {\(text) }, year = 1}")["title"] == [plain])
    }
  }

  @Test("The bookmarks of a browser have their folder, address and comment")
  func bookmarks() throws {
    let text = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
      <DL><p>
        <DT><H3 ADD_DATE="1600000000">Mills &amp; more</H3>
        <DL><p>
          <DT><A HREF="https://a.example/?a=1&amp;b=2" ADD_DATE="1600000001" ICON="data:x">One &lt;mill&gt;</A>
          <DD>A comment
          <DT><A HREF="https://b.example/">Two</A>
        </DL><p>
        <DT><A HREF="https://c.example/">Three</A>
      </DL>
      """
    let list = try List(text)
    #expect(list.form == .bookmarks)
    #expect(list["title"] == ["One <mill>", "Two", "Three"])
    #expect(list["url"] == ["https://a.example/?a=1&b=2", "https://b.example/", "https://c.example/"])
    #expect(list["folder"] == ["Mills & more", "Mills & more"])
    #expect(list["description"] == ["A comment"])
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.leftOut.isEmpty)
    #expect(guess.fields.contains { $0.key == "link" && $0.sources == ["url"] })
  }
}
