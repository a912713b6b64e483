/// The stack of open elements and the list of formatting elements that the next text reopens.
struct OpenElements {
  /// Elements beyond this are not followed: their tags are left out and their content stays.
  private static let depth = 256

  private(set) var stack: [OpenElement] = []

  /// How many of the open elements go with all that they hold.
  private(set) var droppedCount = 0

  private var formatting: [Formatting] = []
  private var lastSerial = 0

  private struct Formatting {
    /// Nil where the formatting from outside ends to count.
    var element: OpenElement?
    var isOpen = true
  }

  var current: OpenElement? { stack.last }

  // MARK: - Opening

  /// Opens an element, if it is to be followed at all, and returns it.
  mutating func push(_ element: OpenElement) -> OpenElement? {
    guard stack.count < Self.depth || (element.isDropped && droppedCount == 0) else { return nil }
    var element = element
    lastSerial += 1
    element.serial = lastSerial
    if element.isDropped { droppedCount += 1 }
    stack.append(element)
    if element.kinds.contains(.marker) { formatting.append(Formatting(element: nil)) }
    return element
  }

  /// Opens a formatting element; of four alike the first is not reopened any more.
  mutating func pushFormatting(_ element: OpenElement) {
    guard let element = push(element) else { return }
    var alike = 0
    for index in formatting.indices.reversed() {
      guard let other = formatting[index].element else { break }
      if other.tag == element.tag { alike += 1 }
      if alike == 3 {
        formatting.remove(at: index)
        break
      }
    }
    formatting.append(Formatting(element: element))
  }

  /// Opens the formatting elements again that a block's end has closed, each as an element of its own.
  mutating func reconstructFormatting() {
    var first = formatting.endIndex
    while first > formatting.startIndex, formatting[first - 1].element != nil, !formatting[first - 1].isOpen {
      first -= 1
    }
    for index in first..<formatting.endIndex {
      guard stack.count < Self.depth, var element = formatting[index].element else { return }
      lastSerial += 1
      element.serial = lastSerial
      stack.append(element)
      formatting[index] = Formatting(element: element)
    }
  }

  // MARK: - Closing

  /// Closes the innermost element.
  mutating func pop() -> OpenElement? {
    guard let element = stack.popLast() else { return nil }
    if element.isDropped { droppedCount -= 1 }
    if element.kinds.contains(.marker) {
      clearFormatting()
    } else if element.kinds.contains(.formatting),
      let index = formatting.lastIndex(where: { $0.element?.serial == element.serial })
    {
      formatting[index].isOpen = false
    }
    return element
  }

  private mutating func clearFormatting() {
    while let last = formatting.popLast(), last.element != nil {}
  }

  // MARK: - Looking

  /// The innermost open element among `tags`, unless a boundary comes before it.
  func index(ofAny tags: Tag.Set, within boundaries: Tag.Set = []) -> Int? {
    for index in stack.indices.reversed() {
      let element = stack[index]
      if tags.contains(element.tag), element.namespace == .html { return index }
      if element.kinds.contains(.scope) || boundaries.contains(element.tag) { return nil }
    }
    return nil
  }

  /// The innermost open element among `tags` of the innermost table.
  func indexInTable(ofAny tags: Tag.Set) -> Int? {
    for index in stack.indices.reversed() {
      let element = stack[index]
      if tags.contains(element.tag) { return index }
      if element.tag == .table || element.tag == .template { return nil }
    }
    return nil
  }

  // MARK: - The adoption agency

  /// What the end tag of a formatting element does.
  enum FormattingEnd {
    /// All from this index on is closed.
    case close(from: Int)
    /// All from this index on is closed, then the element at the other one is left out.
    case unwrap(at: Int, closingFrom: Int)
    case anyOther
    case ignored
  }

  mutating func endFormatting(_ tag: Tag) -> FormattingEnd {
    if let current, current.tag == tag,
      !formatting.contains(where: { $0.element?.serial == current.serial })
    {
      return .close(from: stack.count - 1)
    }
    guard let entry = lastFormatting(tag), let element = formatting[entry].element else { return .anyOther }
    guard formatting[entry].isOpen, let index = stack.lastIndex(where: { $0.serial == element.serial }) else {
      formatting.remove(at: entry)
      return .ignored
    }
    let above = stack[(index + 1)...]
    if above.contains(where: { $0.kinds.contains(.scope) }) { return .ignored }
    formatting.remove(at: entry)
    guard let block = above.lastIndex(where: { $0.kinds.contains(.special) }) else {
      return .close(from: index)
    }
    return .unwrap(at: index, closingFrom: block + 1)
  }

  /// Takes the element at `index` from the stack, and what is not formatting between it and the last block.
  mutating func unwrap(at index: Int) {
    guard let block = stack.lastIndex(where: { $0.kinds.contains(.special) }), index < block else { return }
    let between = stack[(index + 1)..<block]
    droppedCount -= between.count { $0.isDropped && !$0.kinds.contains(.special) }
    stack.replaceSubrange(
      index..<block, with: between.filter { !$0.kinds.isDisjoint(with: [.special, .formatting]) })
  }

  /// Forgets an open formatting element wherever it is.
  mutating func forgetFormatting(_ tag: Tag) {
    guard let entry = lastFormatting(tag), let element = formatting.remove(at: entry).element else { return }
    stack.removeAll { $0.serial == element.serial }
  }

  func hasFormatting(_ tag: Tag) -> Bool { lastFormatting(tag) != nil }

  private func lastFormatting(_ tag: Tag) -> Int? {
    for index in formatting.indices.reversed() {
      guard let element = formatting[index].element else { return nil }
      if element.tag == tag { return index }
    }
    return nil
  }
}
