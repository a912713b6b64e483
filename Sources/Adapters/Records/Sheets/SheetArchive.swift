import CZip
import Glibc
import System

/// The parts of a spreadsheet, which are the files of a ZIP archive.
final class SheetArchive {
  private let bytes: Numbers<UInt8>
  private let archive: OpaquePointer
  private let budget: SourceBudget

  /// The first bytes of a ZIP archive.
  static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
  /// The first bytes of the directory's entry of a file.
  private static let entrySignature: [UInt8] = [0x50, 0x4B, 1, 2]

  init(_ bytes: Numbers<UInt8>, _ budget: SourceBudget? = nil) throws(RecordsError) {
    guard bytes.count <= RecordLimits.bytesInMemory else {
      throw RecordsError(
        "it is a ZIP archive larger than \(RecordLimits.bytesInMemory >> 20) MB; save the sheet as CSV")
    }
    // Before libzip makes a structure of each.
    guard Self.entries(of: bytes) <= RecordLimits.archiveEntries else {
      throw RecordsError("it is a ZIP archive of more than \(RecordLimits.archiveEntries) files")
    }
    let source = bytes.withUnsafeBytes {
      zip_source_buffer_create($0.baseAddress, UInt64($0.count), 0, nil)
    }
    guard let source else { throw RecordsError("it cannot be read: out of memory") }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, nil) else {
      zip_source_free(source)
      throw RecordsError("it is a damaged ZIP archive; save or download it again")
    }
    (self.bytes, self.archive, self.budget) = (bytes, archive, budget ?? SourceBudget(bytes.count))
  }

  deinit { zip_discard(archive) }

  /// The name of the first file with an ending; nil if there is none.
  func first(ending: String) -> String? {
    (0..<UInt64(max(0, zip_get_num_entries(archive, 0)))).lazy
      .compactMap { zip_get_name(self.archive, $0, 0).map { String(cString: $0) } }
      .first { $0.lowercased().hasSuffix(ending) }
  }

  func has(_ name: String) -> Bool { index(of: name) != nil }

  /// The contents of a file; nil if there is none of that name.
  func part(_ name: String) throws(RecordsError) -> Numbers<UInt8>? {
    guard let index = index(of: name) else { return nil }
    var status = zip_stat_t()
    zip_stat_init(&status)
    guard zip_stat_index(archive, index, 0, &status) == 0 else { throw Self.damaged(name) }
    guard status.encryption_method == ZIP_EM_NONE else { throw .locked() }
    let size = Int(clamping: status.size)
    guard size <= RecordLimits.sheetPart else {
      throw RecordsError(
        "its part \"\(name)\" is larger than \(RecordLimits.sheetPart >> 20) MB; save the sheet as CSV")
    }
    // Several names may lead to the same bytes.
    try budget.step(at: "in its part \"\(name)\"", making: size)
    guard let file = zip_fopen_index(archive, index, 0) else { throw Self.damaged(name) }
    defer { zip_fclose(file) }
    var output = NumberWriter<UInt8>(capacity: min(size, 1 << 20))
    let isWhole = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { piece in
      while output.count <= size {
        guard let start = piece.baseAddress else { return false }
        let count = Int(zip_fread(file, start, UInt64(piece.count)))
        guard count > 0 else { return count == 0 && output.count == size }
        output.append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      }
      return false
    }
    guard isWhole else { throw Self.damaged(name) }
    return output.numbers()
  }

  private func index(of name: String) -> UInt64? {
    // Some programs write names as Windows does.
    let names = [name, name.replacing("/", with: "\\")]
    return names.lazy.compactMap { UInt64(exactly: zip_name_locate(self.archive, $0, ZIP_FL_NOCASE)) }.first
  }

  private static func damaged(_ name: String) -> RecordsError {
    RecordsError("its part \"\(name)\" is damaged; save or download the file again")
  }

  private static func entries(of bytes: Numbers<UInt8>) -> Int {
    var (count, offset) = (0, 0)
    while count <= RecordLimits.archiveEntries, let found = bytes.offset(of: entrySignature, from: offset) {
      count += 1
      offset = found + entrySignature.count
    }
    return count
  }
}

extension RecordsError {
  static func locked() -> RecordsError {
    RecordsError("it is locked with a password; save it without one")
  }
}

extension Numbers<UInt8> {
  /// The offset of the next occurrence of some bytes; nil if there is none.
  func offset(of bytes: [UInt8], from start: Int) -> Int? {
    withUnsafeBytes { text in
      guard start <= text.count, let base = text.baseAddress,
        let found = memmem(base + start, text.count - start, bytes, bytes.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
