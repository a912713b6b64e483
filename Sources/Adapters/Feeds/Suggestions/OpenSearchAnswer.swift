import Catalogs
import Configuration
import Fetching
import JSON
import Text

/// An answer as OpenSearch has it: `[query, [completions], [descriptions], [addresses], {…}]`, where all
/// after the completions may be missing or shorter.
///
/// Source of the format: https://github.com/dewitt/opensearch, "Suggestions" extension 1.1
enum OpenSearchAnswer {
  /// Of what is read of an answer: room for 500 completions, where services send ten or twelve.
  private static let limits = JSONLimits(values: 2_000, bytes: SuggestionFeed.rules.byteLimit)
  private static let limit = 10
  private static let textLimit = 200
  private static let descriptionLimit = 300
  private static let addressLimit = 2048

  /// The suggestions that can be used; nil if the answer is not of this form.
  static func suggestions(in bytes: [UInt8]) -> [Suggestion]? {
    guard let document = try? JSONValue(answer: bytes, within: limits, keeping: []),
      let elements = document.array, elements.count >= 2, let completions = elements[1].array
    else { return nil }
    var suggestions: [Suggestion] = []
    var texts: Set<String> = []
    for (position, completion) in completions.enumerated() where suggestions.count < limit {
      guard let text = line(completion, textLimit), texts.insert(text).inserted else { continue }
      suggestions.append(
        Suggestion(
          text: text, description: line(member(position, of: 2, in: elements), descriptionLimit),
          address: address(member(position, of: 3, in: elements))))
    }
    return suggestions
  }

  private static func member(_ position: Int, of element: Int, in elements: [JSONValue]) -> JSONValue? {
    guard elements.indices.contains(element), let values = elements[element].array,
      values.indices.contains(position)
    else { return nil }
    return values[position]
  }

  private static func line(_ value: JSONValue?, _ limit: Int) -> String? {
    guard let line = value?.string?.oneLine(limit: limit), !line.isEmpty else { return nil }
    return line
  }

  private static func address(_ value: JSONValue?) -> String? {
    guard let text = value?.string, text.utf8.count <= addressLimit else { return nil }
    return WebAddress(text)?.text
  }
}
