import CPictureCodecs
import FoundationEssentials
import Glibc
public import System

/// The state of a smaller copy.
public enum ScaledPicture: Sendable {
  case ready(StoredPicture)
  /// The copy is being made, or its original fetched.
  case pending
  /// The original is damaged, too large, or of an unsupported format.
  case failed
}

extension PictureCache {
  /// The facts of a picture that was decoded before.
  public func facts(of address: String) -> PictureFacts? {
    state.withLock { $0.facts[FNV1a.hash64(address.utf8)] }
  }

  /// A copy in one of the widths of a scaling. Blocks for the disk, and up to 4 seconds for scaling.
  /// - Parameter position: the width's index in ``PictureScaling/widths``.
  public func scaled(
    _ address: String, _ scaling: PictureScaling, at position: Int, for network: IPAddress? = nil
  ) -> ScaledPicture {
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    if hasFailed(address + scaling.suffix) { return .failed }
    guard scaler != nil, case .stored = state(of: address),
      let type = mediaType(of: address) ?? original(of: address)?.mediaType
    else { return .pending }
    // Icons are small anyway.
    guard PictureWorker.takes(type) else {
      state.withLock { state in
        if state.undecoded.count >= rules.factsLimit { state.undecoded = [] }
        state.undecoded.insert(PictureFile.name(of: address))
      }
      return stored(address).map { .ready($0) } ?? .pending
    }
    if isPaused(address) { return .failed }
    guard let thread = join(address, scaling, network) else { return .pending }
    thread.wait(seconds: rules.patience)
    resources.endWaiting(thread)
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    return hasFailed(address + scaling.suffix) || isPaused(address) ? .failed : .pending
  }

  private func isPaused(_ address: String) -> Bool {
    let now = now()
    return state.withLock { $0.pause(of: address, in: $0.scalingPauses, now: now) } != nil
  }

  private func copy(of address: String, _ scaling: PictureScaling, at position: Int) -> StoredPicture? {
    let name = PictureFile.name(of: address, scaling)
    guard state.withLock({ $0.index.contains(name) }),
      let copies = reading(address, scaling, { $0.slice().flatMap { ScaledCopies($0) } })
    else { return nil }
    state.withLock { $0.statistics.hits += 1 }
    if scaling.shape == .whole, copies.facts.isAnimated,
      size(of: address) <= rules.movingLimit,
      let moving = stored(address)
    {
      return moving
    }
    return copies.copy(position)
  }

  /// Queues a scaling, or joins the queued one; nil if too many scalings or threads wait.
  private func join(
    _ address: String, _ scaling: PictureScaling, _ network: IPAddress?
  ) -> WaitingThread? {
    let name = PictureFile.name(of: address, scaling)
    let thread = WaitingThread(
      of: ObjectIdentifier(self), for: PictureSource.name(of: address), of: network)
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
  /// - Parameter process: of this show; made if there is none, and nil after a fault.
  func scaleNext(by process: inout ScalerProcess?) {
    let next = state.withLock { state -> (name: String, scaling: Scaling)? in
      guard !state.isStopped, let name = state.turns.popFirst(), let next = state.scalings[name]
      else { return nil }
      threads.enter()
      return (name, next)
    }
    guard let (name, next) = next else { return }
    let start = MonotonicClock.awake.seconds
    scale(next, by: &process)
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

  private func scale(_ work: Scaling, by process: inout ScalerProcess?) {
    do throws(ScalingFault) {
      guard let original = original(of: work.address),
        try makeCopies(of: original, at: work.address, scalings(with: work), by: &process)
      else { return }
      excuse(work.address, \.scalingPauses)
    } catch {
      guard error != .cancelled else { return }
      fail(work.address + work.scaling.suffix)
      logFault("cannot open \(Self.loggedName(of: work.address)): \(error)")
      if blame(work.address, error.weight, \.scalingPauses) { drop(PictureSource.name(of: work.address)) }
    }
  }

  /// A scaling, and the one that the same decoding makes too: tiles cost little beside a whole copy, and whole copies
  /// are made beside a tile while no visitor waits for it.
  private func scalings(with work: Scaling) -> [PictureScaling] {
    let tile = state.withLock { $0.preparations.scaling }
    let isWhole = work.scaling.shape == .whole
    guard work.scaling.format == .webp, isWhole || work.isPreparation,
      let other = isWhole ? tile : PictureScaling(.whole, .webp)
    else { return [work.scaling] }
    let name = PictureFile.name(of: work.address, other)
    let isMade = state.withLock { $0.index.contains(name) || $0.scalings[name] != nil }
    return isMade ? [work.scaling] : [work.scaling, other]
  }

  /// Makes copies of a picture and stores them.
  /// - Returns: false if they cannot be stored; that is logged.
  func makeCopies(
    of original: Picture, at address: String, _ scalings: [PictureScaling], by process: inout ScalerProcess?
  ) throws(ScalingFault) -> Bool {
    guard let scaler, !isStopped else { throw .cancelled }
    if process?.isFresh != true {
      // Ends the old one first.
      process = nil
      process = try ScalerProcess(program: scaler) { [weak self] in self?.isStopped ?? true }
    }
    // Lost after a fault.
    guard let current = process.take() else { throw .cancelled }
    var isStored = true
    try current.scale(original, scalings) { scaling, copies in
      if (try? keep(Array(copies), address, scaling)) == nil {
        isStored = false
        logFault("cannot write to \(directory)")
      }
      remember(copies, FNV1a.hash64(address.utf8), isWhole: scaling.suffix == Self.wholeSuffix)
      noteChange()
    }
    process = current
    return isStored
  }

  /// Drops the waiting scalings of a source.
  private func drop(_ source: String) {
    let dropped = state.withLock { state in
      state.turns.removeWaiting(in: source).compactMap { state.scalings.removeValue(forKey: $0) }
    }
    for scaling in dropped { end(scaling) }
  }

  /// The original; nil also while other reads have reached the limit.
  func original(of address: String) -> Picture? {
    resources.reading(size(of: address)) {
      isFile(address)
        ? picture(from: address) : reading(address, nil) { $0.read() }.flatMap { Picture($0) }
    }
  }

  /// Bytes of the original.
  private func size(of address: String) -> Int {
    isFile(address)
      ? EnclosedFolder.size(at: address) ?? PictureRules.fileLimit
      : state.withLock { $0.index.cost(of: PictureFile.name(of: address)) }
  }

  /// The format of the original, by its first bytes.
  private func mediaType(of address: String) -> String? {
    guard isFile(address) else { return PictureFile(directory: directory, address: address).mediaType }
    return (try? rules.folder?.contents(at: address, limit: Picture.prologLimit)).flatMap(Picture.mediaType)
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The copies that nearly all browsers request: pages name their widths.
  private static let wholeSuffix = PictureScaling(.whole, .webp).suffix

  /// Remembers the facts at the beginning of a file of copies. Tiles do not have the widths of whole copies.
  private func remember(_ copies: ArraySlice<UInt8>, _ hash: UInt64, isWhole: Bool) {
    guard let facts = ScaledCopies.facts(copies, isWhole: isWhole) else { return }
    state.withLock { state in
      if state.facts.count >= rules.factsLimit { state.facts = [:] }
      state.facts[hash] = isWhole ? facts : facts.withCopies(of: state.facts[hash])
    }
  }

  /// Reads the facts that earlier runs have stored, counts their pictures, and removes the local originals that earlier
  /// versions copied.
  func listFacts() {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let names = all.filter(PictureFile.isName)
    let copied = Set(names.compactMap { name in name.firstIndex(of: "-").map { name[..<$0] } })
    // The facts of some are known already: pages ask for pictures at the same time.
    var counted: Set<UInt64> = []
    for name in names where !isStopped {
      let (path, isCopy) = ("\(directory)/\(name)", name.contains("-"))
      guard isCopy || rules.folder != nil || !copied.contains(name[...]),
        let hash = name.prefix(while: { $0 != "-" }).number(in: 0...UInt64.max, radix: 16),
        let start = PictureFile.beginning(of: path, count: ScaledCopies.reportSize)
      else { continue }
      let address = String(decoding: start.line.drop { $0 != 0x20 }.dropFirst(), as: UTF8.self)
      if !isCopy, address.hasPrefix(EnclosedFolder.scheme) {
        state.withLock { $0.index.remove(name) }
        unlink(path)
        continue
      }
      if counted.insert(hash).inserted { tally(address) { $0.given += 1 } }
      if isCopy { remember(start.bytes, hash, isWhole: name.hasSuffix(Self.wholeSuffix)) }
    }
  }
}
