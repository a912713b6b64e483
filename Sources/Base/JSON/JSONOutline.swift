/// A JSON document for people: members keep their order, and values that fit are written on one line.
public indirect enum JSONOutline: Sendable {
  case value(JSONValue)
  case list([JSONOutline])
  case members([(key: String, value: JSONOutline)])

  /// The document, indented by two spaces, with a line feed at its end.
  /// - Parameter width: characters of a line; longer only for a single value that is longer.
  public func text(width: Int = 100) -> String {
    laidOut(indentation: "", used: 0, width: width) + "\n"
  }

  private func laidOut(indentation: String, used: Int, width: Int) -> String {
    let line = onOneLine
    if indentation.count + used + line.count < width { return line }
    let inner = indentation + "  "
    switch self {
    case .value: return line
    case .list(let elements):
      let lines = elements.map { inner + $0.laidOut(indentation: inner, used: 0, width: width) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .members(let members):
      let lines = members.map { key, value in
        let start = "\(Self.written(.string(key))): "
        return inner + start + value.laidOut(indentation: inner, used: start.count, width: width)
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    }
  }

  private var onOneLine: String {
    switch self {
    case .value(let value): return Self.written(value)
    case .list(let elements): return "[\(elements.map(\.onOneLine).joined(separator: ", "))]"
    case .members(let members):
      let written = members.map { "\(Self.written(.string($0.key))): \($0.value.onOneLine)" }
      return written.isEmpty ? "{}" : "{ \(written.joined(separator: ", ")) }"
    }
  }

  private static func written(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONOutline: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .value(.string(text)) }
  public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
  public init(integerLiteral value: Int) { self = .value(.number(Double(value))) }
  public init(arrayLiteral elements: JSONOutline...) { self = .list(elements) }
  public init(dictionaryLiteral members: (String, JSONOutline)...) {
    self = .members(members.map { (key: $0, value: $1) })
  }

  public static func text(_ text: String) -> JSONOutline { .value(.string(text)) }
  public static func texts(_ texts: [String]) -> JSONOutline { .list(texts.map { .text($0) }) }
}
