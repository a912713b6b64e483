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
      return load(address).map { .ready($0) } ?? .pending
    }
    if isPaused(address) { return .failed }
    resources.wait(
      for: Scaling(show: self, address: address, scaling: scaling), network, seconds: rules.patience)
    if let copy = copy(of: address, scaling, at: position) { return .ready(copy) }
    return hasFailed(address + scaling.suffix) || isPaused(address) ? .failed : .pending
  }

  private func isPaused(_ address: String) -> Bool {
    let now = now()
    return state.withLock { $0.faults.pause(ofSourceOf: address, .scaling, now: now) } != nil
  }

  private func copy(of address: String, _ scaling: PictureScaling, at position: Int) -> StoredPicture? {
    let name = PictureFile.name(of: address, scaling)
    guard state.withLock({ $0.index.contains(name) }),
      let copies = reading(address, scaling, { $0.slice().flatMap { ScaledCopies($0) } })
    else { return nil }
    if scaling.shape == .whole, copies.facts.isAnimated,
      size(of: address) <= rules.movingLimit,
      let moving = load(address)
    {
      return moving
    }
    return copies.copy(position)
  }

  /// Makes a copy.
  /// - Parameter process: of this show; made if there is none, and nil after a fault.
  func make(_ work: Scaling, by process: inout ScalerProcess?) {
    let isStopped = state.withLock { state in
      if !state.isStopped { threads.enter() }
      return state.isStopped
    }
    if isStopped { return }
    defer { threads.leave() }
    do throws(ScalingFault) {
      guard let original = original(of: work.address),
        try makeCopies(of: original, at: work.address, scalings(with: work), by: &process)
      else { return }
      excuse(work.address, .scaling)
    } catch {
      guard error != .cancelled else { return }
      let words = "cannot open \(Self.loggedName(of: work.address)): \(error)"
      guard fail(work.address, .scaling, error.weight, words, of: work.scaling) else { return }
      let source = PictureSource.name(of: work.address)
      resources.drop { $0.show === self && PictureSource.name(of: $0.address) == source }
    }
  }

  /// A scaling, and the one that the same decoding makes too: tiles cost little beside a whole copy, and whole copies
  /// are made beside a tile while no visitor waits for it.
  private func scalings(with work: Scaling) -> [PictureScaling] {
    let (tile, isPreparation) = state.withLock {
      ($0.preparations.scaling, $0.preparations.begun == work)
    }
    let isWhole = work.scaling.shape == .whole
    guard work.scaling.format == .webp, isWhole || isPreparation,
      let other = isWhole ? tile : PictureScaling(.whole, .webp)
    else { return [work.scaling] }
    let isMade =
      state.withLock { $0.index.contains(PictureFile.name(of: work.address, other)) }
      || resources.contains(Scaling(show: self, address: work.address, scaling: other))
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
        let now = now()
        let line = state.withLock { $0.faults.line(for: "cannot write to \(directory)", now: now) }
        if let line { log.warning("pictures: \(line)") }
      }
      remember(copies, FNV1a.hash64(address.utf8), isWhole: scaling.suffix == Self.wholeSuffix)
      noteChange()
    }
    process = current
    return isStored
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
