/// Addresses that are waited for, each of them once, in the order in which they were wanted.
struct PictureQueue {
  private var waiting: [String] = []
  /// Those waiting and those that were taken out but not yet finished.
  private var open: Set<String> = []

  /// More than the pages of a large show ask for; what does not fit is wanted again with the next page.
  static let lengthLimit = 2000

  var isEmpty: Bool { waiting.isEmpty }

  func contains(_ address: String) -> Bool { open.contains(address) }

  mutating func append(_ address: String) {
    guard waiting.count < Self.lengthLimit, open.insert(address).inserted else { return }
    waiting.append(address)
  }

  mutating func popFirst() -> String? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func finish(_ address: String) {
    open.remove(address)
  }
}
