import Fetching
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import Pictures

/// A cache with its folder, clock and log, and a server of pictures.
final class CacheFixture: Sendable {
  /// A timeout that no fetch reaches, even on a busy machine.
  static let rules = {
    var rules = PictureRules(hosts: ["127.0.0.1"], privateAddresses: true)
    rules.timeout = .seconds(3600)
    return rules
  }()

  /// A scaler that never answers. Not written at run time: a process that starts meanwhile inherits the open file,
  /// and running it fails with ETXTBSY.
  static let hangingScaler =
    "\(projectFolder)/Tests/Programs/hang.sh"

  let folder: TemporaryFolder
  let server: StubServer
  let cache: PictureCache
  private let collected: CollectedLog
  private let clock: Clock

  private final class Clock: Sendable {
    let now = Mutex(0)
  }

  /// - Parameter subfolder: where in the folder the cache lives.
  init(
    in folder: TemporaryFolder? = nil, subfolder: String = "", rules: PictureRules = rules,
    resources: PictureResources? = nil, isOffline: Bool = false, scaler: String = ScalerProcessTests.program,
    answer: @escaping @Sendable (StubRequest) -> StubAnswer = { _ in .ok(Samples.png) }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    collected = CollectedLog()
    clock = Clock()
    server = try StubServer(answer: answer)
    cache = PictureCache(
      directory: self.folder.path + subfolder, rules: rules,
      fetcher: isOffline ? nil : Fetcher(userAgent: "tests"),
      resources: resources ?? PictureResources(capacity: rules.capacity, processes: 1), scaler: scaler,
      now: { [clock] in clock.now.withLock { $0 } }, log: collected)
  }

  var log: [String] { collected.lines }

  func advance(by seconds: Int) {
    clock.now.withLock { $0 += seconds }
  }

  /// Requests a picture, and returns its state after the fetch.
  func fetched(_ path: String) async throws -> PictureState {
    cache.want(server.address(path))
    return try await settled(server.address(path))
  }

  /// The state of a requested picture after the fetch.
  func settled(_ address: String) async throws -> PictureState {
    try await wait(for: "an end of the fetch of \(address)") { cache.state(of: address) != .wanted }
    return cache.state(of: address)
  }

  /// A copy in the second width, or its failure.
  func scaled(_ address: String, _ scaling: PictureScaling) async throws -> ScaledPicture {
    var scaled = ScaledPicture.pending
    try await wait(for: "a copy of \(address)") {
      scaled = await Task.detached { [cache] in cache.scaled(address, scaling, at: 1) }.value
      if case .pending = scaled { return false }
      return true
    }
    return scaled
  }

  func stop() {
    cache.stop()
    server.stop()
  }
}

extension StoredPicture {
  var bytes: [UInt8] { file.bytes() }
}

extension FileSlice {
  /// A file of these bytes, without a name.
  static func holding(_ bytes: [UInt8]) throws -> FileSlice {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/bytes"
    try Data(bytes).write(to: URL(filePath: path))
    let file = try FileReader(path)
    let slice = file.slice()
    return try #require(slice)
  }
}
