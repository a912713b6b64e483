public import Catalogs
import Glibc
import Search
import System

/// A large catalog as it was built, on disk beside the snapshot it was built of: so that the next start reads it
/// instead of building it again.
///
/// A file of another snapshot, of other settings, of another version or machine, or a damaged one counts as none.
public struct KeptCatalog: Sendable {
  let path: String
  private let settings: UInt64

  /// Entries from which on a catalog is kept: one of fewer is built in some milliseconds.
  static let fewest = 5_000
  /// Bytes of a file that is read: some 70 for each entry of the longest list.
  static let byteLimit = 256 << 20

  /// - Parameters:
  ///   - settings: whatever shapes the catalog beside the answer, such as the show's file and the program's version.
  public init(beside snapshot: Snapshot, settings: [UInt8]) {
    path = "\(snapshot.path).index"
    var hash = StreamHash()
    settings.withUnsafeBytes { hash.combine($0) }
    self.settings = hash.value
  }

  /// Whether there is a file at all, so that nothing is read for one that is not.
  var isThere: Bool { access(path, R_OK) == 0 }

  /// The catalog that was built of an answer; nil if it has to be built.
  /// - Parameter report: takes a line for the log if there is a file that cannot be used.
  func load(of digest: FeedAnswer.Digest, report: (String) -> Void) -> Catalog? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var reader = KeptArrays.Reader(descriptor, limit: Self.byteLimit)
    guard let arrays = reader.arrays(behind: head(digest)), let catalog = try? Catalog(unpacking: arrays)
    else {
      report("feed: the index beside the snapshot is of another one, or damaged; building it anew")
      return nil
    }
    return catalog
  }

  /// Keeps a catalog that was built of an answer, if it is one that pays; on disk when this returns.
  public func save(
    _ catalog: Catalog, of digest: FeedAnswer.Digest, report: (String) -> Void
  ) {
    guard catalog.entries.count >= Self.fewest, let arrays = catalog.packed else { return }
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(
        pieces: KeptArrays.Pieces(of: arrays, behind: head(digest)))
    } catch {
      report("feed: no index kept: cannot write \(path): \(error.reason)")
    }
  }

  private func head(_ digest: FeedAnswer.Digest) -> [UInt64] {
    [KeptArrays.signature, Self.version, settings, digest.count, digest.hash]
  }

  /// Raised with every change in what is packed or in how a catalog is built.
  private static let version: UInt64 = 2
}
