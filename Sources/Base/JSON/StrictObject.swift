import System

/// A fault of a document: its place, and the expected value.
public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Keys from the document's root, joined with dots; empty for the root itself.
  public let path: String
  public let expected: String

  public init(at path: String, _ expected: String) {
    self.path = path
    self.expected = expected
  }

  public var description: String { path.isEmpty ? expected : "\(path): \(expected)" }
}

/// An object read strictly: unknown keys and values of another type are faults.
///
/// Faults are collected rather than thrown, so that one pass reports all of them. ``finish()`` adds a fault for
/// every key that was not read. A key that begins with `//` is a comment.
public final class StrictObject {
  public let path: String
  public private(set) var faults: [Fault] = []
  private let members: [String: JSONValue]
  private let isObject: Bool
  private var asked: Set<String> = []
  private let places: JSONPlaces?

  /// Wraps an object; any other value is a fault and reads as an object without members.
  /// - Parameter places: the document's positions; nil if its keys have no order.
  public init(_ value: JSONValue, at path: String = "", places: JSONPlaces? = nil) {
    self.path = path
    self.places = places
    members = value.object ?? [:]
    isObject = value.object != nil
    if !isObject {
      faults.append(Fault(at: path, "expected an object, found \(value.kind)"))
    }
  }

  /// The keys without comments, in the order of the document, or else sorted.
  public var keys: [String] {
    let keys = members.keys.filter { !$0.hasPrefix("//") }.sorted()
    guard let places else { return keys }
    return keys.map { (key: $0, place: places.place(of: join($0))) }.sorted { $0.place < $1.place }.map(\.key)
  }

  public func has(_ key: String) -> Bool { members[key] != nil }

  /// Adds a fault at one of this object's keys.
  public func fault(_ key: String, _ expected: String) {
    faults.append(Fault(at: join(key), expected))
  }

  /// Adds the faults of a nested object.
  public func take(_ nested: [Fault]) { faults += nested }

  /// A member of any type; a fault if it is missing and `required`.
  public func value(_ key: String, required: Bool = true, _ expected: String) -> JSONValue? {
    asked.insert(key)
    if let value = members[key] { return value }
    // A value that is not an object has a fault of its own.
    if required, isObject { fault(key, "is missing; expected \(expected)") }
    return nil
  }

  /// A string that is not empty and has no control characters.
  public func string(_ key: String, required: Bool = true, _ expected: String) -> String? {
    guard let value = value(key, required: required, expected) else { return nil }
    guard let string = value.string else { return mismatch(key, expected, value) }
    guard !string.isEmpty, !string.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      fault(key, "expected \(expected), found an empty text or one with control characters")
      return nil
    }
    return string
  }

  /// A whole number within a range.
  public func integer(_ key: String, in range: ClosedRange<Int>, required: Bool = true, _ expected: String)
    -> Int?
  {
    guard let value = value(key, required: required, expected) else { return nil }
    guard let whole = value.number?.whole(in: range) else {
      return mismatch(key, "\(expected) from \(range.lowerBound) to \(range.upperBound)", value)
    }
    return whole
  }

  public func strings(_ key: String, required: Bool = true, _ expected: String) -> [String]? {
    guard let value = value(key, required: required, expected) else { return nil }
    guard let array = value.array else { return mismatch(key, expected, value) }
    let strings = array.compactMap(\.string).filter { !$0.isEmpty }
    return strings.count == array.count ? strings : mismatch(key, expected, value)
  }

  /// A nested object; its faults must be added with ``take(_:)`` once it is finished.
  public func object(_ key: String, required: Bool = true, _ expected: String) -> StrictObject? {
    guard let value = value(key, required: required, expected) else { return nil }
    guard value.object != nil else { return mismatch(key, expected, value) }
    return StrictObject(value, at: join(key), places: places)
  }

  /// All faults, including those of unknown keys, sorted by path.
  public func finish() -> [Fault] {
    for key in members.keys where !asked.contains(key) && !key.hasPrefix("//") {
      fault(key, "unknown key; known keys here: \(asked.sorted().joined(separator: ", "))")
    }
    return faults.sorted { $0.path < $1.path }
  }

  public func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func mismatch<T>(_ key: String, _ expected: String, _ found: JSONValue) -> T? {
    fault(key, "expected \(expected), found \(found.shortDescription)")
    return nil
  }
}
