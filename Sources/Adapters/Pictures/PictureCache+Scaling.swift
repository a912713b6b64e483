import CPictureCodecs
import FoundationEssentials
import Glibc
import System

/// The state of a smaller copy.
public enum ScaledPicture: Sendable {
  case ready(Picture)
  /// The copy is being made, or its original fetched.
  case pending
  /// The original is damaged, too large, or of an unsupported format.
  case failed
}

extension PictureCache {
  /// The facts of a picture that was decoded before.
  public func facts(of address: String) -> PictureFacts? {
    let name = PictureFile.name(of: address)
    return state.withLock { $0.facts[name] }
  }

  /// A copy in one of the widths of a scaling. Blocks for the disk, and up to 4 seconds for scaling.
  /// - Parameter position: the width's index in ``PictureScaling/widths``.
  public func scaled(_ address: String, _ scaling: PictureScaling, at position: Int) -> ScaledPicture {
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    if hasFailed(address + scaling.suffix) { return .failed }
    guard scaler != nil, case .stored = state(of: address),
      let type = PictureFile(directory: directory, address: address).mediaType
        ?? original(of: address)?.mediaType
    else { return .pending }
    // Icons are small anyway.
    guard PictureWorker.takes(type) else {
      state.withLock { state in
        if state.undecoded.count >= rules.factsLimit { state.undecoded = [] }
        state.undecoded.insert(PictureFile.name(of: address))
      }
      return original(of: address).map { .ready($0) } ?? .pending
    }
    if isPaused(address) { return .failed }
    guard let thread = join(address, scaling) else { return .pending }
    thread.wait(seconds: rules.patience)
    resources.endWaiting(thread)
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    return hasFailed(address + scaling.suffix) || isPaused(address) ? .failed : .pending
  }

  private func isPaused(_ address: String) -> Bool {
    let now = now()
    return state.withLock { $0.pause(of: address, in: $0.scalingPauses, now: now) } != nil
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

  /// Queues a scaling, or joins the queued one; nil if too many scalings or threads wait.
  private func join(_ address: String, _ scaling: PictureScaling) -> WaitingThread? {
    let name = PictureFile.name(of: address, scaling)
    let thread = WaitingThread(of: ObjectIdentifier(self), for: PictureSource.name(of: address))
    let (isWaiting, replaced) = state.withLock { state -> (Bool, Scaling?) in
      guard !state.isStopped, resources.beginWaiting(thread) else { return (false, nil) }
      let (isOpen, replaced) = state.turns.append(name, in: thread.source)
      guard isOpen else {
        resources.endWaiting(thread)
        return (false, nil)
      }
      state.scalings[name, default: Scaling(address: address, scaling: scaling)].waiting.append(thread)
      return (true, replaced.flatMap { state.scalings.removeValue(forKey: $0) })
    }
    if let replaced { end(replaced) }
    guard isWaiting else { return nil }
    resources.scale(for: self, isAwaited: true)
    return thread
  }

  /// Does the next waiting scaling.
  func scaleNext() {
    let next = state.withLock { state -> (name: String, scaling: Scaling)? in
      guard !state.isStopped, let name = state.turns.popFirst(), let next = state.scalings[name]
      else { return nil }
      threads.enter()
      return (name, next)
    }
    guard let (name, next) = next else { return }
    let start = MonotonicClock.awake.seconds
    scale(next.address, next.scaling)
    let done = state.withLock { state in
      state.turns.finish(name, after: MonotonicClock.awake.seconds - start)
      return state.scalings.removeValue(forKey: name)
    }
    if let done { end(done) }
    threads.leave()
  }

  /// Requests a turn if a scaling waits.
  func wantTurn() {
    let isAwaited = state.withLock { $0.isStopped ? nil : $0.turns.isNextAwaited }
    if let isAwaited { resources.scale(for: self, isAwaited: isAwaited) }
  }

  /// Continues after a finished or dropped scaling.
  private func end(_ scaling: Scaling) {
    scaling.wakeWaiting()
    guard scaling.isPreparation else { return }
    state.withLock { $0.preparations.isBusy = false }
    prepareNext()
  }

  // MARK: Scaling in advance

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
        return state.index[name] != nil && state.index[name + scaling.suffix] == nil
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

  private func scale(_ address: String, _ scaling: PictureScaling) {
    guard let scaler, !isStopped, let original = original(of: address) else { return }
    let process = ScalerProcess(program: scaler) { [weak self] in self?.isStopped ?? true }
    do {
      let output = try process.run(
        PictureWorker.arguments(original.mediaType, scaling), input: original.bytes,
        outputLimit: ScaledCopies.reportSize + scaling.widths.count * scaling.byteLimit,
        patience: PictureScaling.patience)
      guard ScaledCopies(output[...]) != nil else { throw ScalingFault.broken }
      try keep(output, address, scaling)
      note(output[...], of: PictureFile.name(of: address), isWhole: scaling.suffix == Self.wholeSuffix)
      excuse(address, \.scalingPauses)
    } catch ScalingFault.cancelled {
      return
    } catch let fault as ScalingFault {
      fail(address + scaling.suffix)
      logFault("cannot open \(Self.loggedName(of: address)): \(fault)")
      if blame(address, fault.weight, \.scalingPauses) { drop(PictureSource.name(of: address)) }
    } catch {
      logFault("cannot write to \(directory)")
    }
  }

  /// Drops the waiting scalings of a source.
  private func drop(_ source: String) {
    let dropped = state.withLock { state in
      state.turns.removeAll(in: source).compactMap { state.scalings.removeValue(forKey: $0) }
    }
    for scaling in dropped { end(scaling) }
  }

  /// The original; nil also while other reads have reached the limit.
  func original(of address: String) -> Picture? {
    let size = state.withLock { $0.index.cost(of: PictureFile.name(of: address)) }
    return resources.reading(size) { read(address).flatMap { Picture($0) } }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The copies that nearly all browsers request: pages name their widths.
  private static let wholeSuffix = PictureScaling(.whole, .webp).suffix

  /// Remembers the facts at the beginning of a file of copies. Tiles do not have the widths of whole copies.
  private func note(_ copies: ArraySlice<UInt8>, of name: String, isWhole: Bool) {
    guard var facts = ScaledCopies.facts(copies, isWhole: isWhole) else { return }
    state.withLock { state in
      if state.facts.count >= rules.factsLimit { state.facts = [:] }
      if !isWhole, let known = state.facts[name] { facts.copyWidths = known.copyWidths }
      state.facts[name] = facts
    }
    noteChange()
  }

  /// Reads the facts that earlier runs have stored.
  func listFacts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where PictureFile.isName(name) && name.contains("-") && !isStopped {
      guard let bytes = PictureFile.beginning(of: "\(directory)/\(name)", count: ScaledCopies.reportSize)
      else { continue }
      note(bytes, of: String(name.prefix { $0 != "-" }), isWhole: name.hasSuffix(Self.wholeSuffix))
    }
  }
}

/// A running or waiting scaling.
struct Scaling {
  let address: String
  let scaling: PictureScaling
  var isPreparation = false
  var waiting: [WaitingThread] = []

  func wakeWaiting() { for thread in waiting { thread.wake() } }
}

/// Pictures whose copies are made in advance.
struct Preparations {
  /// More than a first screen shows.
  static let limit = 100

  var addresses: [String] = []
  var scaling: PictureScaling?
  /// Whether one of them is running or waiting.
  var isBusy = false
}
