import Dispatch
import Glibc
import Synchronization
import System

/// Pictures whose copies are made in advance.
struct Preparations {
  /// More than a first screen shows.
  static let limit = 100

  var addresses: [String] = []
  var scaling: PictureScaling?
  /// Whether one of them is running or waiting.
  var isBusy = false
}

extension PictureCache {
  /// Makes copies of these pictures in advance, as soon as they are stored; replaces the previous pictures.
  ///
  /// Only one is queued at a time, so that a visitor's request waits for at most one of them.
  public func prepare(_ addresses: [String], _ scaling: PictureScaling) {
    state.withLock { state in
      let wanted = addresses.prefix(Preparations.limit)
      (state.preparations.addresses, state.preparations.scaling) = (Array(wanted), scaling)
    }
    prepareNext()
  }

  func prepareNext() {
    let now = now()
    let isWaiting = state.withLock { state in
      guard scaler != nil, state.isListed, !state.isStopped, !state.preparations.isBusy,
        let scaling = state.preparations.scaling
      else { return false }
      let place = state.preparations.addresses.firstIndex { address in
        let name = PictureFile.name(of: address)
        return (state.index.contains(name) || isFile(address))
          && !state.index.contains(name + scaling.suffix)
          && state.scalings[name + scaling.suffix] == nil
          && state.pause(of: address, in: state.scalingPauses, now: now) == nil
      }
      guard let place else { return false }
      let address = state.preparations.addresses.remove(at: place)
      let name = PictureFile.name(of: address, scaling)
      state.preparations.isBusy =
        state.turns.append(name, in: PictureSource.name(of: address), isAwaited: false).isOpen
      guard state.preparations.isBusy else { return false }
      state.scalings[name] = Scaling(address: address, scaling: scaling, isPreparation: true)
      return true
    }
    if isWaiting { resources.scale(for: self, isAwaited: false) }
  }
}

/// The outcome of making all copies of a show.
public struct AdvanceCopies: Sendable, Hashable {
  /// Different pictures.
  public internal(set) var total = 0
  public internal(set) var made = 0
  /// Pictures with all their copies, and those that are sent as they are.
  public internal(set) var known = 0
  public internal(set) var failed = 0
  /// Number of pictures with tiles whose whole copies had no space.
  public internal(set) var small = 0
  /// The reason why the rest was not tried: a sentence with a remedy.
  public internal(set) var obstacle: String?

  public var summary: String {
    "\((made + known + failed).grouped) of \(total.grouped) pictures: \(made.grouped) made, "
      + "\(known.grouped) there already, \(failed.grouped) failed"
      + (small > 0 ? "; \(small.grouped) without large copies: allow more space with --picture-space" : "")
  }
}

extension PictureCache {
  private enum Advance { case made, small, known, failed, cancelled }

  /// Makes the tiles and whole copies of all these pictures, and fetches those that are missing. Shows its progress,
  /// and ends early if that is no longer wanted. Blocks; nothing else may use the cache meanwhile.
  public func makeAll(_ addresses: [String], _ tile: PictureScaling) -> AdvanceCopies {
    // Until the folder is listed.
    threads.wait()
    var seen: Set<String> = []
    let addresses = addresses.filter { seen.insert($0).inserted }
    let work = LongWork("making smaller copies", of: addresses.count, in: .things("pictures"))
    let progress = Mutex((next: 0, copies: AdvanceCopies(total: addresses.count)))
    let group = DispatchGroup()
    for _ in 0..<resources.processes {
      startThread(in: group) { [self] in
        var process: ScalerProcess?
        while let address = progress.withLock({ progress -> String? in
          guard progress.next < addresses.count, !isStopped, progress.copies.obstacle == nil else {
            return nil
          }
          progress.next += 1
          return addresses[progress.next - 1]
        }) {
          let outcome = Result { try advance(address, tile, by: &process) }
          progress.withLock { progress in
            switch outcome {
            case .success(.made): progress.copies.made += 1
            case .success(.small):
              progress.copies.made += 1
              progress.copies.small += 1
            case .success(.known): progress.copies.known += 1
            case .success(.failed): progress.copies.failed += 1
            case .success(.cancelled): break
            case .failure(let obstacle): progress.copies.obstacle = "\(obstacle)"
            }
          }
        }
      }
    }
    while true {
      let isDone = group.wait(timeout: .now() + 0.1) == .success
      let copies = progress.withLock { $0.copies }
      let isWanted = work.reach(copies.made + copies.known + copies.failed, failed: copies.failed)
      if isDone { return copies }
      // Cancels fetches, and ends processes.
      if !isWanted { stop() }
    }
  }

  /// A reason to try no further picture.
  private struct Obstacle: Error, CustomStringConvertible {
    let description: String
  }

  private func advance(
    _ address: String, _ tile: PictureScaling, by process: inout ScalerProcess?
  ) throws(Obstacle) -> Advance {
    let scalings: [PictureScaling] = [tile, PictureScaling(.whole, .webp)]
    var missing = state.withLock { state in
      scalings.filter { !state.index.contains(PictureFile.name(of: address, $0)) }
    }
    let limit = state.withLock { resources.room.limit(holding: $0.noted) }
    // A whole copy that evicts another would be made again with the next run.
    let isFull = statistics.bytes + 2 * PictureScaling(.whole, .webp).outputLimit > limit / 10 * 9
    if isFull { missing.removeAll { $0.shape == .whole } }
    guard !missing.isEmpty else { return .known }
    if state.withLock({ $0.index.tileCost }) + tile.outputLimit > limit / 10 * 9 {
      throw Obstacle(
        description: "the space for pictures, \(limit >> 20) MB, is full; allow more with --picture-space")
    }
    if state(of: address) == .unknown { fetch(address) }
    guard let original = patientOriginal(of: address) else { return isStopped ? .cancelled : .failed }
    guard PictureWorker.takes(original.mediaType) else { return .known }
    let isStored: Bool
    do throws(ScalingFault) {
      isStored = try makeCopies(of: original, at: address, missing, by: &process)
    } catch {
      if error == .cancelled { return .cancelled }
      if error == .sandboxUnavailable { throw Obstacle(description: "\(error)") }
      logFault("cannot open \(Self.loggedName(of: address)): \(error)")
      return .failed
    }
    guard isStored else {
      throw Obstacle(
        description: "cannot write to \(directory); make room there, or choose another with --state-dir")
    }
    return isFull ? .small : .made
  }

  /// The original, even if other reads have reached their limit for some seconds.
  private func patientOriginal(of address: String) -> Picture? {
    for _ in 0..<1_000 {
      guard case .stored = state(of: address), !isStopped else { return nil }
      if let original = original(of: address) { return original }
      usleep(20_000)
    }
    return nil
  }
}
