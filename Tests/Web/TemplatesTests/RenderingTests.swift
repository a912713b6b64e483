import Dispatch
import Synchronization
import Templates
import Testing
import Text

@Suite("Rendering")
struct RenderingTests {
  @Test("Output is appended to the buffer")
  func appends() throws {
    var buffer = Array("head ".utf8)
    try TemplateLibrary(sources: ["a": "{{street}}"]).template("a", for: Town.self)
      .render(Town(), into: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == "head none")
  }

  @Test("A template renders models of several types")
  func types() throws {
    let library = try TemplateLibrary(sources: ["a": "{{name}}"])
    #expect(try library.template("a", for: Person.self).render(Person(name: "Bo")).description == "Bo")
    #expect(
      try library.template("a", for: Town.self).render(Town(name: "Ur")).description == "Ur")
  }

  @Test("A model may be a class, with computed values and models of its own type")
  func otherModels() throws {
    let library = try TemplateLibrary(sources: [
      "a": "{{label}}{{#children}}({{label}}{{#children}}({{label}}){{/children}}){{/children}}"
    ])
    let tree = Tree("1", [Tree("2", [Tree("3"), Tree("4")]), Tree("5")])
    #expect(try library.template("a", for: Tree.self).render(tree).description == "#1(#2(#3)(#4))(#5)")
  }

  @Test("Concurrent threads may render a template")
  func threads() throws {
    let library = try TemplateLibrary(sources: [
      "page": "{{#people}}\n{{>row}}\n{{/people}}\n", "row": "{{name}}{{#pets}} {{.}}{{/pets}} {{{map}}}\n",
    ])
    let template = try library.template("page", for: Town.self)
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let town = Town(people: (0..<50).map { Person(name: "\(thread)", pets: ["p\($0)"]) })
      let expected = (0..<50).map { "\(thread) p\($0) a &lt; b\n" }.joined()
      for _ in 0..<50 where template.render(town).description != expected {
        wrong.withLock { $0 += 1 }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}

private final class Tree: Renderable {
  let label: String
  let children: [Tree]

  init(_ label: String, _ children: [Tree] = []) {
    self.label = label
    self.children = children
  }

  static var fields: [Field<Tree>] { [.text("label") { "#\($0.label)" }, .list("children", \.children)] }
}
