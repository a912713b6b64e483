import Fetching
import JSON

/// A visit to TMDB: the first page of every list, the names of genres, then the other pages, one request at a time.
struct TMDBLists {
  let settings: TMDBSettings
  let key: FeedKey
  let source: FeedSource

  /// The name of the part with the genres.
  static let genres = "genres"

  /// The pages of a list so far.
  private struct Progress {
    var parts: [FeedAnswer.Part]
    /// The last page to ask for.
    var end: Int
  }

  func answer() throws(FeedError) -> FeedAnswer {
    var lists: [Progress] = []
    for section in settings.sections {
      let (part, end) = try page(1, of: section.id)
      lists.append(Progress(parts: [part], end: end))
    }
    var notes: [String] = []
    var others: [FeedAnswer.Part] = []
    do throws(FeedError) {
      others = [try genres()]
    } catch {
      if error == .fetch(.cancelled) { throw error }
      notes.append("films have no genres: \(error)")
      if error.isBusy { return FeedAnswer(parts: lists.flatMap(\.parts), notes: notes) }
    }
    var number = 1
    while number < lists.map(\.end).max() ?? 0 {
      number += 1
      for index in lists.indices where lists[index].end >= number {
        let id = settings.sections[index].id
        do throws(FeedError) {
          lists[index].parts.append(try page(number, of: id).part)
        } catch {
          if error == .fetch(.cancelled) { throw error }
          notes.append("\(id) ends before page \(number): \(error)")
          lists[index].end = number - 1
          if error.isBusy { return FeedAnswer(parts: lists.flatMap(\.parts) + others, notes: notes) }
        }
      }
    }
    return FeedAnswer(parts: lists.flatMap(\.parts) + others, notes: notes)
  }

  /// The names of genres in the language of the titles.
  private func genres() throws(FeedError) -> FeedAnswer.Part {
    let fetched = try source.fetch(
      try address("genre/movie/list?\(settings.query(page: nil))"), headers: headers,
      limit: TMDBDocument.byteLimit, isBound: true)
    guard fetched.isSuccess else {
      throw .status(fetched.status, host: host, retryAfter: fetched.retryAfter, words: "asked for genres")
    }
    guard TMDBDocument(fetched.body)?.genres != nil, !key.isHeld(by: fetched.body) else {
      throw .refused("the answer for genres is no list of them")
    }
    return FeedAnswer.Part(name: Self.genres, bytes: fetched.body)
  }

  /// A page, and the last page of its list to ask for.
  private func page(_ number: Int, of list: String) throws(FeedError) -> (part: FeedAnswer.Part, end: Int) {
    let fetched = try source.fetch(
      try address("movie/\(list)?\(settings.query(page: number))"), headers: headers,
      limit: TMDBDocument.byteLimit, isBound: true)
    let document = TMDBDocument(fetched.body)
    let words = document?.words(without: key).map { "\($0), asked for \(list)" }
    guard fetched.isSuccess else {
      throw .status(
        fetched.status, host: host, retryAfter: fetched.retryAfter, words: words ?? "asked for \(list)")
    }
    guard let document, document.results != nil else {
      if let postponement = fetched.postponement { throw postponement }
      throw .refused(
        words.map { "TMDB says \($0)" } ?? "the answer for \(list) is not a page of a list of TMDB")
    }
    // The answer is kept on disk as it came.
    guard !key.isHeld(by: fetched.body) else { throw .refused("the answer for \(list) reads the key back") }
    let name = number == 1 ? list : "\(list).\(number)"
    return (FeedAnswer.Part(name: name, bytes: fetched.body), min(document.total, settings.pages))
  }

  private func address(_ path: String) throws(FeedError) -> WebAddress {
    var text = "\(settings.address)/\(path)"
    if isQueryKey { text += (text.hasSuffix("?") ? "" : "&") + "api_key=\(key.secret)" }
    guard let address = WebAddress(text) else { throw .fetch(.notAnAddress) }
    return address
  }

  private var host: String { WebAddress(settings.address)?.host ?? "TMDB" }

  /// Whether the key goes into the query, as in version 3 of the API; a header does not follow a redirect to another
  /// host.
  private var isQueryKey: Bool { key.isAPIKey }

  private var headers: [String] {
    ["Accept: application/json"] + (isQueryKey ? [] : ["Authorization: Bearer \(key.secret)"])
  }
}
