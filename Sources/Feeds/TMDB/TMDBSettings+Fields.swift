import JSON
import Configuration

extension TMDBSettings {
  private static let basePattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^?#\u0000-\u001F\u007F]+\??$"#

  static let fields = [
    Field(
      "address", .text(pattern: basePattern, words: "http or https address"), "the base of the API",
      standard: "https://api.themoviedb.org/3", example: "https://api.themoviedb.org/3"),
    Field(
      "sections", .texts(pattern: "^(?=.*[a-z0-9])[a-z0-9_]{1,40}$", words: "list of TMDB", isSet: true),
      "the film lists that are shown, in this order", standard: "now_playing, popular, top_rated, upcoming",
      example: ["popular", "top_rated"]),
    Field(
      "titles", .textsByName, "what sections are called, by their ids", standard: "the id in words",
      example: .members([("popular", "Loved by many")])),
    Field(
      "pages", .integer(1...20), "pages of 20 films that are asked for in each section", standard: "5",
      example: 5),
    Field(
      "language", .text(pattern: "^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$", words: "language"),
      "the language that titles are asked for in", standard: "the service's own", example: "en-US"),
    Field(
      "region", .text(pattern: "^[A-Za-z]{2}$", words: "country"),
      "the country whose dates of release count", standard: "any", example: "GB"),
    Field(
      "posters", .text(pattern: basePattern, words: "http or https address"),
      "the base of posters' addresses",
      standard: "https://image.tmdb.org/t/p", example: "https://image.tmdb.org/t/p"),
    Field(
      "posterSize", .text(pattern: "^(original|w[0-9]{1,4})$", words: "size of TMDB"), "the size of posters",
      standard: "w185", example: "w185"),
  ]
}
