import Catalogs
import System

/// The name of an edition of a list, equal wherever the same answer is served with the same settings of the feed.
public struct CatalogEdition: Sendable, Hashable {
  /// The first 16 hexadecimal digits of the SHA-256 of the answer and the settings.
  public let digest: String
  /// The kind of the source and its host or the name of its file.
  public let source: String

  static let array = "edition"

  /// - Parameter settings: those of the feed, as JSON.
  init(_ answer: FeedAnswer, of source: CatalogSource, settings: [UInt8]) {
    digest = SHA256.hash(pieces: answer.pieces + [Numbers(settings)]).prefix(8).map(\.hexDigits).joined()
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
