/// Pictures whose copies are made in advance.
struct Preparations {
  /// More than a first screen shows.
  static let limit = 100

  var addresses: [String] = []
  var scaling: PictureScaling?
  /// The one that is being made or waits to be.
  var begun: Scaling?
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
    let next = state.withLock { state -> Scaling? in
      guard scaler != nil, state.isListed, !state.isStopped, state.preparations.begun == nil,
        let scaling = state.preparations.scaling
      else { return nil }
      let place = state.preparations.addresses.firstIndex { address in
        let name = PictureFile.name(of: address)
        return (state.index.contains(name) || isFile(address))
          && !state.index.contains(name + scaling.suffix)
          && !resources.contains(Scaling(show: self, address: address, scaling: scaling))
          && state.faults.pause(ofSourceOf: address, .scaling, now: now) == nil
      }
      guard let place else { return nil }
      let address = state.preparations.addresses.remove(at: place)
      state.preparations.begun = Scaling(show: self, address: address, scaling: scaling)
      return state.preparations.begun
    }
    guard let next, !resources.prepare(next) else { return }
    state.withLock { $0.preparations.begun = nil }
  }

  /// A copy is made, or will not be.
  func ended(_ scaling: Scaling) {
    let isPrepared = state.withLock { state in
      guard state.preparations.begun == scaling else { return false }
      state.preparations.begun = nil
      return true
    }
    if isPrepared { prepareNext() }
  }
}
