import JSON

@testable import Records

/// The columns; the process may name one of them.
private let columns = ["a", "b", "c"]

/// Reads all frames of an output.
/// - Returns: the last frame.
private func last(_ pieces: [[UInt8]], trusting isTrusted: Bool) -> SQLiteFrame? {
  var frames = SQLiteFrames(limit: 64 << 20)
  var (names, last, record) = (columns, SQLiteFrame?.none, Record(RecordFields()))
  do throws(RecordsError) {
    for piece in pieces {
      try frames.append(piece)
      while let frame = try frames.next(names.count, to: &record) {
        if case .columns(_, let columns) = frame { names = columns }
        last = frame
      }
    }
  } catch {
    guard !isTrusted, !error.reason.isEmpty, !error.reason.contains("\n") else { fatalError("\(error)") }
  }
  return last
}

/// libFuzzer's entry: the sandboxed process reads a file to all its rows or one sentence. Any other input
/// is the output of a compromised process, and gives frames or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.starts(with: SQLiteProcess.signature) else {
    _ = last(bytes.chunks, trusting: false)
    return 0
  }
  for query in [nil, "SELECT * FROM things JOIN named"] {
    var (pieces, file) = ([[UInt8]](), bytes)
    file.withUnsafeMutableBytes { file in
      SQLiteWorker.answer(query, of: file, seconds: 0.2) { if pieces.count < 100 { pieces.append($0) } }
    }
    guard pieces.count < 100 else { continue }
    switch last(pieces, trusting: true) {
    case .end?: break
    case .fault(let reason)?: guard !reason.isEmpty, !reason.contains("\n") else { fatalError(reason) }
    case let other: fatalError("ends with \(String(describing: other))")
    }
  }
  return 0
}

extension [UInt8] {
  /// Pieces as read from a socket.
  fileprivate var chunks: [[UInt8]] {
    stride(from: 0, to: count, by: 7).map { Array(self[$0..<Swift.min($0 + 7, count)]) }
  }
}
