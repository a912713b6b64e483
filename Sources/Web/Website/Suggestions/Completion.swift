/// One line that is offered while a visitor types.
struct Completion: Sendable, Hashable {
  let text: String
  /// What tells it from another one of the same text; may be empty.
  let description: String
  /// Where choosing it leads; may be empty.
  let address: String
}
