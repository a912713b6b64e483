import Catalogs
import System

/// The name of an edition of a list, equal wherever the same answer is served with the same settings of the feed.
public struct CatalogEdition: Sendable, Hashable {
  /// 16 hexadecimal digits.
  public let digest: String
  /// The kind of the source and its host or the name of its file.
  public let source: String

  static let array = "edition"

  /// - Parameter settings: those of the feed, as JSON.
  init(_ answer: FeedAnswer.Digest, of source: CatalogSource, settings: [UInt8]) {
    digest = CatalogStore.hash(Array(answer.text.utf8) + settings).hexDigits
    self.source = "\(type(of: source.feed).kind) \(source.name)"
  }

  /// The edition of a catalogue file; nil for one of an earlier version.
  init?(_ arrays: ArraySet) {
    let parts = String(decoding: Array(arrays.numbers(Self.array, as: UInt8.self)), as: UTF8.self)
      .split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (digest, source) = (String(parts[0]), String(parts[1]))
  }

  var bytes: [UInt8] { Array("\(digest) \(source)".utf8) }
}
