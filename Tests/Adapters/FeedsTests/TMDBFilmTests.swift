import Catalogs
import Feeds
import Testing

@Suite("A film of TMDB")
struct TMDBFilmTests {
  @Test("All fields of a film are read")
  func complete() throws {
    let entry = try Films.entry(
      #"""
      {"adult": false, "backdrop_path": "/b.jpg", "genre_ids": [28], "id": 11, "original_language": "ja",
       "original_title": "千と千尋の神隠し", "overview": "A <b>girl</b> & a bath.", "popularity": 3.5,
       "poster_path": "/tMefBSf-LR6_P.jpg", "release_date": "2001-07-20", "title": "Spirited Away",
       "video": false, "vote_average": 8.54, "vote_count": 1234}
      """#)
    #expect(entry.key == "11")
    #expect(entry.title == .plain("Spirited Away"))
    #expect(entry.alternativeTitle == "千と千尋の神隠し")
    #expect(entry.subtitle == "2001")
    #expect(entry.description == .plain("A <b>girl</b> & a bath."))
    #expect(entry.picture == "https://image.tmdb.org/t/p/w185/tMefBSf-LR6_P.jpg")
    #expect(entry.link == "https://www.themoviedb.org/movie/11")
    #expect(entry.sections == ["popular"])
    #expect(entry.values == ["", "2001", "日本語"])
    let day = try #require(Day("2001-07-20"))
    #expect(
      entry.facts == [
        .originalTitle("千と千尋の神隠し", language: "ja"), .released(day), .rating(8.54, votes: 1234),
      ])
  }

  @Test("Films have the genres that the service names, the year, and the language in itself")
  func values() throws {
    let genres =
      #"{"genres": [{"id": 18, "name": "Drama"}, {"id": 35, "name": "Comedy"}, {"id": "x"}, null]}"#
    let film = Films.film(
      1, more: #", "genre_ids": [35, 99, 18, "a"], "original_language": "pt", "release_date": "1999-01-02""#)
    let content = try Films.decode([("popular", Films.page([film, Films.film(2)])), ("genres", genres)])
    #expect(content.entries.map(\.values) == [["Comedy\u{1F}Drama", "1999", "Português"], ["", "", ""]])
    #expect(content.skipped.isEmpty)
    #expect(content.facts.filter(\.isFacet).map(\.label) == ["Genre", "Year", "Language"])
  }

  @Test("A series has a name for a title, and its own link")
  func series() throws {
    let entry = try Films.entry(
      #"""
      {"id": 456, "name": "A Town", "original_name": "Una ciudad", "first_air_date": "1989-12-16"}
      """#)
    #expect(entry.title == .plain("A Town"))
    #expect(entry.alternativeTitle == "Una ciudad")
    #expect(entry.subtitle == "1989")
    #expect(entry.link == "https://www.themoviedb.org/tv/456")
  }

  @Test(
    "A null, missing, empty or mistyped field costs only itself",
    arguments: [
      "", #", "overview": null, "poster_path": null, "release_date": null, "original_title": null"#,
      #", "overview": 7, "poster_path": {}, "release_date": [], "original_title": false, "adult": "x""#,
      #", "overview": " ", "poster_path": "", "release_date": "", "original_title": " ""#,
      #", "release_date": "2001-02-30", "vote_average": "8", "vote_count": "7""#,
      #", "vote_average": 8, "vote_count": 0"#, #", "vote_average": 11, "vote_count": 5"#,
      #", "vote_average": 8, "vote_count": 1.5"#, #", "vote_average": null, "vote_count": 5"#,
      #", "original_title": " Film 1 ", "original_language": "en", "adult": true, "genre_ids": null"#,
    ])
  func tolerant(more: String) throws {
    let entry = try Films.entry(Films.film(1, more: more))
    #expect(entry.title == .plain("Film 1"))
    #expect(entry.alternativeTitle == nil)
    #expect(entry.subtitle == nil)
    #expect(entry.description == .plain(""))
    #expect(entry.picture == nil)
    #expect(entry.facts.isEmpty)
  }

  @Test(
    "A poster must name a file of the picture server",
    arguments: [
      "a.jpg", "//evil.example/a.jpg", "/../a.jpg", "/a/b.jpg", "/a.jpg?x", "/a b.jpg", "/", "/ä.jpg",
      "https://evil.example/a.jpg", "/a.jpg#x", "/a%2Fb.jpg",
    ])
  func posters(path: String) throws {
    #expect(try Films.entry(Films.film(1, more: #", "poster_path": "\#(path)""#)).picture == nil)
  }

  @Test(
    "The service's language codes become BCP 47",
    arguments: [
      (#""fr""#, "fr"), (#""cn""#, "yue"), (#""xx""#, "und"), (#""""#, "und"), ("null", "und"),
      (#""e\"n""#, "und"), ("7", "und"),
    ])
  func languages(code: String, language: String) throws {
    let more = #", "original_title": "Autre", "original_language": \#(code)"#
    #expect(try Films.entry(Films.film(1, more: more)).facts == [.originalTitle("Autre", language: language)])
  }

  @Test(
    "A film without an id or a title is skipped and counted",
    arguments: [
      ("null", "no object"), ("7", "no object"), ("[]", "no object"), (#"{"title": "A"}"#, "no usable id"),
      (#"{"id": null, "title": "A"}"#, "no usable id"), (#"{"id": "1", "title": "A"}"#, "no usable id"),
      (#"{"id": 1.5, "title": "A"}"#, "no usable id"), (#"{"id": 0, "title": "A"}"#, "no usable id"),
      (#"{"id": 1e300, "title": "A"}"#, "no usable id"), (#"{"id": 3}"#, "no title"),
      (#"{"id": 3, "title": null}"#, "no title"), (#"{"id": 3, "title": " "}"#, "no title"),
    ])
  func broken(film: String, reason: String) throws {
    let content = try Films.decode([("popular", Films.page([Films.film(1), film, Films.film(2), film]))])
    #expect(content.entries.map(\.key) == ["1", "2"])
    #expect(content.skipped == [reason: 2])
  }
}
