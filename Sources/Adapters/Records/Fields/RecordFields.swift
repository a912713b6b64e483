public import JSON
import System

/// The paths that are read of each record, each with a number.
public struct RecordFields: Sendable {
  public private(set) var paths: [RecordPath] = []
  /// All names that the paths read in a record.
  private(set) var names: Set<String>

  /// - Parameter members: names of members that are read of values that are objects.
  public init(members: Set<String> = []) {
    names = members
  }

  /// The number of a path.
  public mutating func add(_ path: RecordPath) -> Int {
    if let known = paths.firstIndex(of: path) { return known }
    paths.append(path)
    names.formUnion(path.names)
    return paths.count - 1
  }

  /// A text made of paths.
  public mutating func add(_ text: RecordText) -> RecordField {
    RecordField(text: text, numbers: text.paths.map { add($0) })
  }
}

/// A ``RecordText`` whose paths have numbers among ``RecordFields``.
public final class RecordField: Sendable {
  private let text: RecordText
  private let numbers: [Int]

  fileprivate init(text: RecordText, numbers: [Int]) { (self.text, self.numbers) = (text, numbers) }

  /// Whether it is a path rather than a template.
  public var isPath: Bool { text.isPath }

  /// All texts of a path, or the text of a template.
  public func texts(of record: borrowing Record) -> Record.Texts {
    if isPath { return record.texts(at: numbers[0]) }
    var (whole, index) = ("", 0)
    for piece in text.pieces {
      switch piece {
      case .text(let literal): whole += literal
      case .path(let path):
        let value = record.texts(at: numbers[index]).first
        guard let value = value ?? (path == RecordText.numberPath ? "\(record.number)" : nil) else {
          return .none
        }
        whole += value
        index += 1
      }
    }
    return .one(whole)
  }

  /// The texts of a template's paths, with spaces between them; nil if there is none.
  public func parts(of record: borrowing Record) -> String? {
    var parts: [String] = []
    for path in isPath ? [] : numbers {
      if let text = record.texts(at: path).first { parts.append(text) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The first text; nil if there is none.
  public func text(of record: borrowing Record) -> String? { texts(of: record).first }

  /// The first value as a number; nil if it is none.
  public func number(of record: borrowing Record) -> Double? {
    writtenNumber(of: record) ?? text(of: record)?.decimal()
  }

  /// The first value if it is a number rather than a text.
  public func writtenNumber(of record: borrowing Record) -> Double? {
    isPath ? record.number(at: numbers[0]) : nil
  }

  /// All values of a path, or the text of a template.
  public func values(of record: borrowing Record) -> [JSONValue] {
    if isPath { return record.values(at: numbers[0]) }
    return text(of: record).map { [.string($0)] } ?? []
  }
}
