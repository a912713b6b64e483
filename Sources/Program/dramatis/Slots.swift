import Operations
import ShowFiles
import Synchronization

/// A show on the shelf, or the reason why it cannot be served.
struct Slot: Sendable {
  /// The name or the path of the show's file, as the operator wrote it.
  let name: String
  /// The name in its file; nil if the file cannot be read.
  var title: String?
  /// Nil if it cannot be served.
  var show: RunningShow?
  /// Reasons why it cannot be served, one line each.
  var faults: [String] = []

  /// The name in its address.
  var slug: String { Folders.slug(of: name) }
}

/// The slots of a shelf, in their order.
final class Slots: Sendable {
  private let slots = Mutex<[Slot]>([])

  var all: [Slot] {
    get { slots.withLock { $0 } }
    set { slots.withLock { $0 = newValue } }
  }

  var shows: [RunningShow] { all.compactMap(\.show) }

  /// The faults of shows that are served: a sentence for each kind that begins with the name of a show. A reload
  /// reports its faults itself.
  var faults: [Troubles.Kind: String] {
    var faults: [Troubles.Kind: String] = [:]
    for slot in all.sorted(by: { $0.slug < $1.slug }) {
      guard let show = slot.show else { continue }
      for (kind, sentence) in show.reports.faults(of: show.site.status) where kind != .reload {
        faults[kind] = (faults[kind].map { "\($0); " } ?? "") + "\(slot.slug): \(sentence)"
      }
    }
    return faults
  }
}
