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
