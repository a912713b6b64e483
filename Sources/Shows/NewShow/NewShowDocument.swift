import Configuration
import JSON
import ShowFiles

/// The file of a new show; each key has a comment.
struct NewShowDocument {
  let guess: Guess
  let kind: NewShowKind
  let address: String?
  /// The path of the list.
  var file: String?
  /// Whether the list is a folder of pictures, which opens as a grid.
  var isFolder = false
  /// The feed's settings beside its kind and place; nil for those of the kind.
  var settings: Members?
  /// The path of the bundled answers.
  var bundled: String?
  var suffix: String?
  var hosts: [String] = []
  var schema: String?

  var text: String {
    var members: Members = schema.map { [("$schema", .text($0))] } ?? []
    members.append(("//", "Keys that begin with // are comments; remove the // to use such a key."))
    members += commented([
      ("name", .text(guess.name)), ("shortName", .text(guess.shortName)),
      ("packageID", .text(guess.packageID)), ("feed", .members(feed)),
    ])
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

  private var feed: Members {
    var members: Members = [("kind", .text(kind.type.kind))]
    if let address { members.append(("address", .text(address))) }
    if let file { members.append(("file", .text(file))) }
    return members + (settings ?? kind.settings(address))
  }

  private var looks: Members {
    let rows: Members = kind.rows.map { [("rows", .text($0))] } ?? []
    let view: Members = isFolder ? [("view", .text(Looks.View.grid.rawValue))] : []
    return [
      ("accent", .text(guess.accent)), ("tile", .text(guess.tile)),
      ("pictureAspect", .text(kind.pictureAspect)), ("icon", .text(kind.icon)),
    ] + rows + view
  }

  /// Each member after a comment.
  private func commented(_ members: Members, in parent: String = "") -> Members {
    members.flatMap { key, value in
      let path = parent.isEmpty ? key : "\(parent).\(key)"
      return comment(on: path).map { [("//\(key)", .text($0)), (key, value)] } ?? [(key, value)]
    }
  }

  /// An object, or a comment with examples if nothing is known for it.
  private func optional(_ key: String, _ known: Members?) -> Members {
    if let known { return commented([(key, .members(known))]) }
    let examples = ShowFile.fields.fields.filter { $0.parent == key }.compactMap { field in
      field.example.map { (key: field.key, value: $0) }
    }
    return [("//\(key)", .members((comment(on: key).map { [("//", .text($0))] } ?? []) + examples))]
  }

  private func comment(on path: String) -> String? { ShowFile.fields.fields(at: path).first?.comment }
}
