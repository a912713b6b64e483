import Configuration
import JSON
import Records
import ShowFiles

/// The file of a new show; every key has a comment that says what it means.
struct NewShowDocument {
  let guess: Guess
  let kind: String
  let address: String?
  /// The file that holds the list.
  var file: String?
  /// What the fields of a list of records are.
  var mapping: RecordGuess?
  /// The path of the answers that the show starts from.
  var bundled: String?
  var suffix: String?
  var hosts: [String] = []
  var schema: String?

  var text: String {
    var members: Members = []
    if let schema { members.append(("$schema", .text(schema))) }
    members.append(
      ("//", "Keys that begin with // are comments; remove the // to use such a key.")
    )
    members += commented([
      ("name", .text(guess.name)), ("shortName", .text(guess.shortName)),
      ("packageID", .text(guess.packageID)),
    ])
    members += commented([("feed", .members(feed))])
    if let bundled { members += commented([("bundled", .text(bundled))]) }
    members += commented([
      ("noun", .members([("one", .text(guess.noun.one)), ("many", .text(guess.noun.many))]))
    ])
    members += optional("titles", suffix.map { [("strip", .text($0))] })
    members += commented([("looks", .members(commented(looks, in: "looks")))])
    members += optional("pictures", hosts.isEmpty ? nil : [("hosts", .texts(hosts))])
    members += optional("credit", nil)
    members += optional("server", nil)
    return JSONOutline.members(members).text()
  }

  private typealias Members = [(key: String, value: JSONOutline)]

  private var feed: Members {
    var members: Members = [("kind", .text(kind))]
    if let address { members.append(("address", .text(address))) }
    if let file { members.append(("file", .text(file))) }
    if kind == "records" { members += mapping?.members ?? [("entry", .members([("title", .text("name"))]))] }
    if kind == "suggestions" { members.append(("results", .members([("address", .text(results))]))) }
    return members
  }

  /// The likely address of the results page, on the host that is asked for completions.
  private var results: String {
    let host = address?.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    return "https://\(host.hasPrefix("api.") ? "www.\(host.dropFirst(4))" : host)/search?q={query}"
  }

  private var looks: Members {
    let icons = ["tmdb": "icons/movies.svg", "cities": "icons/cities.svg", "suggestions": "icons/web.svg"]
    var members: Members = [
      ("accent", .text(guess.accent)), ("tile", .text(guess.tile)),
      ("pictureAspect", kind == "tmdb" ? "2:3" : kind == "duckduckgo" ? "3:4" : "1:1"),
      ("icon", .text(icons[kind] ?? "icons/show.svg")),
    ]
    if kind == "tmdb" { members.append(("rows", "stories")) }
    return members
  }

  /// Each member, preceded by a comment that says what it means.
  private func commented(_ members: Members, in parent: String = "") -> Members {
    members.flatMap { key, value in
      let path = parent.isEmpty ? key : "\(parent).\(key)"
      return comment(on: path).map { [("//\(key)", .text($0)), (key, value)] } ?? [(key, value)]
    }
  }

  /// An object, written as a comment with examples if nothing is known for it.
  private func optional(_ key: String, _ known: Members?) -> Members {
    if let known { return commented([(key, .members(known))]) }
    let examples = ShowFile.fields.fields.filter { $0.parent == key }.compactMap { field in
      field.example.map { (key: field.key, value: $0) }
    }
    return [("//\(key)", .members((comment(on: key).map { [("//", .text($0))] } ?? []) + examples))]
  }

  private func comment(on path: String) -> String? {
    ShowFile.fields.fields(at: path).first?.comment
  }
}
