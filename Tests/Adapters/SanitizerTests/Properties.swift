import Sanitizer
import Text

/// Properties of every result; shared by the tests and the fuzzer.
enum Properties {
  private static let sanitizers = Policy.names.compactMap { name in
    Policy.level(named: name).map { (name, Sanitizer(policy: $0)) }
  }
  private static let resolving = Sanitizer(base: "https://feeds.example/a/b?c")

  /// The first property that does not hold, or nil.
  static func fault(of input: [UInt8]) -> String? {
    for (level, sanitizer) in sanitizers {
      if let fault = fault(of: input, sanitizer, level) { return "\(level): \(fault)" }
    }
    return fault(of: input, resolving, "description").map { "with a base: \($0)" }
  }

  private static func fault(of input: [UInt8], _ sanitizer: Sanitizer, _ level: String) -> String? {
    let result = sanitizer.sanitize(UntrustedHTML(bytes: input))
    let grammar: OutputGrammar
    do {
      grammar = try OutputGrammar(result.html.bytes, level: level)
    } catch {
      return "\(error) in \(result.html)"
    }
    if !result.text.utf8.elementsEqual(grammar.text.utf8) {
      return "“\(result.text)” is not “\(grammar.text)”"
    }
    let again = sanitizer.sanitize(UntrustedHTML(bytes: result.html.bytes))
    if again.html != result.html { return "\(result.html) becomes \(again.html)" }
    if again.isCut { return "the result is cut again" }
    if again.text != result.text { return "“\(result.text)” becomes “\(again.text)”" }
    if result.isCut, !result.text.contains("…") { return "it does not say that it is cut" }
    return nil
  }
}
