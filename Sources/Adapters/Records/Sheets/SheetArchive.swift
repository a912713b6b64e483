import CZip
import Glibc
import System

/// The parts of a spreadsheet, which are the files of a ZIP archive.
final class SheetArchive {
  private let bytes: Numbers<UInt8>
  private let archive: OpaquePointer

  /// The first bytes of a ZIP archive.
  static let signature: [UInt8] = [0x50, 0x4B, 3, 4]

  init(_ bytes: Numbers<UInt8>) throws(RecordsError) {
    let source = bytes.withUnsafeBytes {
      zip_source_buffer_create($0.baseAddress, UInt64($0.count), 0, nil)
    }
    guard let source else { throw RecordsError("it cannot be read: out of memory") }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, nil) else {
      zip_source_free(source)
      throw RecordsError("it is a damaged ZIP archive; save or download it again")
    }
    (self.bytes, self.archive) = (bytes, archive)
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
    guard let file = zip_fopen_index(archive, index, 0) else { throw Self.damaged(name) }
    defer { zip_fclose(file) }
    var output = NumberWriter<UInt8>(capacity: size)
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
