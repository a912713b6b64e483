import Catalogs
import Glibc
import System

/// Catalogue files that were copied from another machine.
extension CatalogStore {
  /// The array with the text of the known ids.
  static let known = "known"

  /// Refuses a file that is not of this program and show file, by a look at its head.
  /// - Parameter sources: the number of sources in the show's file.
  func check(copy file: String, sources: Int) throws(FeedError) {
    let origin: ArrayFile.Origin
    do throws(ArrayFile.Fault) {
      origin = try ArrayFile.origin(of: file, version: Catalog.version)
    } catch {
      throw refusal(of: file, error.description)
    }
    guard (0..<sources).contains(where: { settings(of: $0) == origin.settings }) else {
      throw refusal(of: file, "it is of another show file or version of the program")
    }
  }

  /// Copies a file into the state folder, checks all of it, and replaces the kept catalog and the known ids.
  ///
  /// Later changes of the file do not affect the copy. One that was copied before, and has the same head, size
  /// and time, is not copied again.
  func adopt(_ file: String, of source: CatalogSource, _ sources: Int) throws(FeedError) -> ReadList {
    try check(copy: file, sources: sources)
    let known = isCopied(file) ? try? ArrayFile(path, version: Catalog.version) : nil
    let opened = if let known { known } else { try copy(file) }
    let catalog = builder.catalog(of: opened.arrays)
    reading.edition.withLock { $0 = CatalogEdition(opened.arrays) }
    log.info(
      "feed: \(catalog.entries.count) entries from the \(known == nil ? "copied " : "")catalogue file")
    return ReadList(
      source: source, index: 0, origin: .location, digest: FeedAnswer.Digest(opened.origin), kept: catalog,
      isKept: known != nil)
  }

  private func isCopied(_ file: String) -> Bool {
    guard let own = Self.status(path), let other = Self.status(file), own.st_size == other.st_size,
      own.st_mtim.tv_sec == other.st_mtim.tv_sec, own.st_mtim.tv_nsec == other.st_mtim.tv_nsec
    else { return false }
    let origins = [path, file].map { try? ArrayFile.origin(of: $0, version: Catalog.version) }
    return origins[0] != nil && origins[0] == origins[1]
  }

  private func copy(_ file: String) throws(FeedError) -> ArrayFile {
    let status = Self.status(file)
    let unfinished = "\(path).new"
    let replacement = FileReplacement(of: path, by: unfinished)
    do throws(SystemError) {
      try replacement.stage(copyOf: file)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    do throws(FeedError) {
      let copied = try checked(unfinished, copiedFrom: file)
      do throws(SystemError) {
        try replacement.commit()
      } catch {
        throw .unwritable(path: path, reason: error.reason)
      }
      // The time by which a copy is known again.
      if let status { utimensat(AT_FDCWD, path, [status.st_mtim, status.st_mtim], 0) }
      return copied
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  /// Checks all of a copy, and takes over its known ids.
  private func checked(_ copy: String, copiedFrom file: String) throws(FeedError) -> ArrayFile {
    let copied: ArrayFile
    do throws(ArrayFile.Fault) {
      copied = try ArrayFile(copy, version: Catalog.version)
    } catch {
      throw refusal(of: file, error.description)
    }
    let known: Numbers<UInt8> = copied.arrays.numbers(Self.known)
    let text = Array(known)
    guard Self.hash(text) == copied.origin.kept else { throw refusal(of: file, "its ids are damaged") }
    if !text.isEmpty, text != ids.bytes { ids.replace(by: text) }
    return copied
  }

  private func refusal(of file: String, _ reason: String) -> FeedError {
    .unreadable(
      path: file, reason: "\(reason); copy it again, or write it with dramatis build of this version")
  }
}

extension CatalogStore {
  static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }
}
