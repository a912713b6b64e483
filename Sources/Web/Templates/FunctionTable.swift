/// Functions by number, called without counting references.
///
/// A function read out of an array is retained and released around each call: two atomic operations
/// on memory that all rendering threads share, together a third of a page's time. A constant of an
/// object that is only borrowed needs neither.
struct FunctionTable<Function: Sendable>: Sendable {
  final class Entry: Sendable {
    let function: Function

    fileprivate init(_ function: Function) {
      self.function = function
    }
  }

  /// Keeps alive what `entries` refers to.
  private var owned: [Entry] = []
  private var entries: [Unmanaged<Entry>] = []

  var count: Int { entries.count }

  mutating func append(_ function: Function) {
    let entry = Entry(function)
    owned.append(entry)
    entries.append(.passUnretained(entry))
  }

  @inline(__always)
  func with<Result>(_ index: Int, _ body: (Entry) -> Result) -> Result {
    entries[index]._withUnsafeGuaranteedRef(body)
  }
}
