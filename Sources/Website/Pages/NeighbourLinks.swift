import Templating

/// The way from one entry to those beside it in the same results.
struct NeighbourLinks: Sendable {
  let previousTitle: String
  let previous: String
  let nextTitle: String
  let next: String
}

extension NeighbourLinks: Renderable {
  static let fields: [Field<NeighbourLinks>] = [
    .text("previousTitle") { $0.previousTitle },
    .text("previousEntry") { $0.previous },
    .text("nextTitle") { $0.nextTitle },
    .text("nextEntry") { $0.next },
  ]
}
