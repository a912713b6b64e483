import FoundationEssentials

/// Why bytes are no JSON document; one sentence for whoever wrote them.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  public let description: String
}

extension JSONValue {
  /// Reads one JSON document (RFC 8259, UTF-8, nested at most 512 deep). A comma after the last element
  /// is tolerated, as the library does.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted(let context) {
      throw JSONError(description: Self.explanation(of: context))
    } catch {
      throw JSONError(description: "it is not valid JSON")
    }
  }

  private static func explanation(of context: DecodingError.Context) -> String {
    guard let underlying = context.underlyingError as? CocoaError,
      let detail = underlying.userInfo["NSDebugDescription"] as? String
    else { return "it is not valid JSON" }
    return "it is not valid JSON: \(detail)"
  }
}

extension JSONValue: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if container.decodeNil() {
      self = .null
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no JSON value")
    }
  }
}
