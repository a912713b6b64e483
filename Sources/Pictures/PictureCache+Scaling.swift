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
    guard PictureWorker.takes(type) else {
      state.withLock { $0.noteUndecoded(PictureFile.name(of: address), limit: rules.factsLimit) }
      return original(of: address).map { .ready($0) } ?? .pending
    }
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
      return state.scalings[name] ?? begin(address, scaling, &state)
    }
  }

  private func begin(
    _ address: String, _ scaling: PictureScaling, _ state: inout State,
    then: @escaping @Sendable () -> Void = {}
  ) -> DispatchGroup {
    let (name, group) = (PictureFile.name(of: address, scaling), DispatchGroup())
    state.scalings[name] = group
    group.enter()
    resources.scalingQueue.async(group: threads) { [self] in
      scale(address, scaling)
      self.state.withLock { $0.scalings[name] = nil }
      group.leave()
      then()
    }
    return group
  }

  // MARK: Before anybody asks

  /// Has copies made of these pictures as soon as they are here. One waits for its turn at a time, so that a
  /// visitor's request is never behind more than one of them. Takes the place of the pictures named before.
  public func prepare(_ addresses: [String], _ scaling: PictureScaling) {
    state.withLock { state in
      let wanted = addresses.prefix(Preparations.limit)
      (state.preparations.addresses, state.preparations.scaling) = (Array(wanted), scaling)
    }
    prepareNext()
  }

  func prepareNext() {
    state.withLock { state in
      guard scaler != nil, state.isListed, !state.isStopped, !state.preparations.isBusy,
        let scaling = state.preparations.scaling
      else { return }
      let place = state.preparations.addresses.firstIndex { address in
        let name = PictureFile.name(of: address)
        return state.index[name] != nil && state.index[name + scaling.suffix] == nil
          && state.scalings[name + scaling.suffix] == nil
      }
      guard let place else { return }
      state.preparations.isBusy = true
      let address = state.preparations.addresses.remove(at: place)
      _ = begin(address, scaling, &state) { [self] in
        self.state.withLock { $0.preparations.isBusy = false }
        prepareNext()
      }
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
      guard ScaledCopies(output[...]) != nil else { throw ScalingFault.broken }
      try keep(output, address, scaling)
      note(output[...], of: PictureFile.name(of: address), isWhole: scaling.suffix == Self.wholeSuffix)
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

  /// The copies that nearly all browsers take: their widths are those that pages name.
  private static let wholeSuffix = PictureScaling(.whole, .webp).suffix

  /// Notes the facts that a file of copies begins with; those of tiles don't tell the widths of whole copies.
  private func note(_ copies: ArraySlice<UInt8>, of name: String, isWhole: Bool) {
    guard var facts = ScaledCopies.facts(copies, isWhole: isWhole) else { return }
    state.withLock { state in
      if state.facts.count >= rules.factsLimit { state.facts = [:] }
      if !isWhole, let known = state.facts[name] { facts.copyWidths = known.copyWidths }
      state.facts[name] = facts
    }
    noteChange()
  }

  /// Reads what earlier runs of the program have found out.
  func listFacts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where PictureFile.isName(name) && name.contains("-") && !isStopped {
      guard let bytes = PictureFile.beginning(of: "\(directory)/\(name)", count: ScaledCopies.reportSize)
      else { continue }
      note(bytes, of: String(name.prefix { $0 != "-" }), isWhole: name.hasSuffix(Self.wholeSuffix))
    }
  }
}

/// Pictures of which copies are to be made before anybody asks for them.
struct Preparations {
  /// More than a first screen shows.
  static let limit = 100

  var addresses: [String] = []
  var scaling: PictureScaling?
  /// Whether one of them is being made or waits for its turn.
  var isBusy = false
}

extension PictureCache.State {
  /// Notes that a picture is sent as it came; beyond the limit all are forgotten.
  mutating func noteUndecoded(_ name: String, limit: Int) {
    if undecoded.count >= limit { undecoded = [] }
    undecoded.insert(name)
  }
}
