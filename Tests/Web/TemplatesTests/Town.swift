import Templates
import Text

/// A model with a value of every type, true and false.
struct Town: Renderable {
  var name = "Up & <Down>"
  var nothing = ""
  var motto: String? = "Onwards"
  var nickname: String?
  var map = SafeHTML(escaping: "a < b")
  var anthem = SafeHTML.empty
  var isOpen = true
  var isClosed = false
  var count = 42
  var zero = 0
  var debt = -17
  var mayor: Person? = Person(name: "Ann", home: Home(street: "High Street"))
  var bishop: Person?
  var people = [Person(name: "Bo", pets: ["Rex", "Tom"]), Person(name: "Cy", home: Home(street: "Lane"))]
  var ghosts: [Person] = []
  var colors = ["red", "<green>", ""]
  var noColors: [String] = []
  var street = "none"

  static var fields: [Field<Town>] {
    [
      .text("name", \.name), .text("nothing", \.nothing), .optionalText("motto", \.motto),
      .optionalText("nickname", \.nickname), .html("map", \.map), .html("anthem", \.anthem),
      .flag("open", \.isOpen), .flag("closed", \.isClosed), .integer("count", \.count),
      .integer("zero", \.zero), .integer("debt", \.debt), .object("mayor", \.mayor),
      .object("bishop", \.bishop), .list("people", \.people), .list("ghosts", \.ghosts),
      .texts("colors", \.colors), .texts("noColors", \.noColors), .text("street", \.street),
    ]
  }
}

struct Person: Renderable {
  var name: String
  var pets: [String] = []
  var home: Home?

  static var fields: [Field<Person>] {
    [
      .text("name", \.name), .texts("pets", \.pets), .object("home", \.home),
      .html("badge") { SafeHTML(escaping: $0.name) },
    ]
  }
}

struct Home: Renderable {
  var street: String

  static var fields: [Field<Home>] { [.text("street", \.street)] }
}

/// Renders the template for a town, with other templates beside it.
func render(
  _ template: String, with others: [String: String] = [:], town: Town = Town()
) throws -> String {
  let library = try TemplateLibrary(sources: others.merging(["page": template]) { _, page in page })
  return try library.template("page", for: Town.self).render(town).description
}

/// The error of loading; nil if there is none.
func loadError(_ template: String, with others: [String: String] = [:]) -> String? {
  do {
    _ = try render(template, with: others)
    return nil
  } catch {
    return "\(error)"
  }
}
