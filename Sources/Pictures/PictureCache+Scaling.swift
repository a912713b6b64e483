import CPictureCodecs
import Dispatch
import FoundationEssentials
import Glibc

/// A smaller copy of a picture, as far as there is one.
public enum ScaledPicture: Sendable {
  case ready(Picture)
  /// Being made, or its original being fetched.
  case pending
  /// Broken, too large, or of a kind that nobody can open.
  case failed
}

extension PictureCache {
  /// What is known of a picture that has been decoded at some time.
  public func facts(of address: String) -> PictureFacts? {
    let name = PictureFile.name(of: address)
    return state.withLock { $0.facts[name] }
  }

  /// A copy in one of the widths of a scaling. Blocks for the disk, and for some seconds if it has to be made.
  /// - Parameter position: of the width among ``PictureScaling/widths``.
  public func scaled(_ address: String, _ scaling: PictureScaling, at position: Int) -> ScaledPicture {
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    if hasFailed(address + scaling.suffix) { return .failed }
    guard scaler != nil, case .stored = state(of: address),
      let type = PictureFile(directory: directory, address: address).mediaType
        ?? original(of: address)?.mediaType
    else { return .pending }
    // An icon is small as it is.
    guard PictureWorker.takes(type) else { return original(of: address).map { .ready($0) } ?? .pending }
    guard let scalings = join(address, scaling) else { return .pending }
    _ = scalings.wait(timeout: .now() + .seconds(rules.patience))
    resources.endWaiting()
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    return hasFailed(address + scaling.suffix) ? .failed : .pending
  }

  private func copy(of address: String, _ scaling: PictureScaling, at position: Int) -> Picture? {
    let name = PictureFile.name(of: address, scaling)
    guard state.withLock({ $0.index[name] != nil }),
      let copies = read(address, scaling).flatMap({ ScaledCopies($0[...]) })
    else { return nil }
    state.withLock { $0.statistics.hits += 1 }
    if scaling.shape == .whole, copies.facts.isAnimated,
      state.withLock({ $0.index.cost(of: PictureFile.name(of: address)) }) <= rules.movingLimit,
      let moving = original(of: address)
    {
      return moving
    }
    return copies.copy(position)
  }

  /// The scaling that is under way or begins now; nil if too many are, or wait.
  private func join(_ address: String, _ scaling: PictureScaling) -> DispatchGroup? {
    let name = PictureFile.name(of: address, scaling)
    return state.withLock { state in
      let isFull = state.scalings[name] == nil && state.scalings.count >= rules.scalingLimit
      guard !state.isStopped, !isFull, resources.beginWaiting() else { return nil }
      if state.scalings[name] == nil {
        let group = DispatchGroup()
        state.scalings[name] = group
        group.enter()
        resources.scalingQueue.async(group: threads) { [self] in
          scale(address, scaling)
          self.state.withLock { $0.scalings[name] = nil }
          group.leave()
        }
      }
      return state.scalings[name]
    }
  }

  private func scale(_ address: String, _ scaling: PictureScaling) {
    guard let scaler, !isStopped, let original = original(of: address) else { return }
    let process = ScalerProcess(program: scaler) { [weak self] in self?.isStopped ?? true }
    do {
      let output = try process.run(
        PictureWorker.arguments(original.mediaType, scaling), input: original.bytes,
        outputLimit: ScaledCopies.reportSize + scaling.widths.count * scaling.byteLimit,
        patience: PictureScaling.patience)
      guard let copies = ScaledCopies(output[...]) else { throw ScalingFault.broken }
      note(copies.facts, of: PictureFile.name(of: address))
      try keep(output, address, scaling)
    } catch ScalingFault.cancelled {
      return
    } catch let fault as ScalingFault {
      fail(address + scaling.suffix)
      log("cannot open \(Self.loggedName(of: address)): \(fault)")
    } catch {
      log("cannot write to \(directory)")
    }
  }

  /// A picture as it came; nil also while others that are being read take too much together.
  func original(of address: String) -> Picture? {
    let size = state.withLock { $0.index.cost(of: PictureFile.name(of: address)) }
    return resources.reading(size) { read(address).flatMap { Picture($0) } }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func note(_ facts: PictureFacts, of name: String) {
    state.withLock { state in
      if state.facts.count >= rules.factsLimit { state.facts = [:] }
      state.facts[name] = facts
    }
  }

  /// Reads what earlier runs of the program have found out.
  func listFacts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where PictureFile.isName(name) && name.contains("-") && !isStopped {
      guard let bytes = PictureFile.beginning(of: "\(directory)/\(name)", count: ScaledCopies.reportSize),
        let facts = ScaledCopies.facts(bytes)
      else { continue }
      note(facts, of: String(name.prefix { $0 != "-" }))
    }
  }
}
