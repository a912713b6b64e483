import Dispatch
import Recency
import Synchronization

/// What the picture caches of a program have together.
public final class PictureResources: Sendable {
  /// Bytes of all pictures on disk.
  let room: SharedBudget
  /// One process at a time, whatever is asked for: a thousand pictures are not to take the machine.
  let scalingQueue = DispatchQueue(label: "dramatis.pictures.scaling", qos: .utility)
  /// Threads that wait for a scaling.
  private let waiting = Mutex(0)

  /// Threads that wait at once: half of those that a server has for what blocks, so that slow pictures hold up no
  /// favorites. Whoever comes then gets the stand-in.
  static let waitingLimit = 6

  /// - Parameter capacity: bytes of all pictures on disk; by default what one cache has.
  public init(capacity: Int = PictureRules.defaultCapacity) {
    room = SharedBudget(capacity)
  }

  /// Lets a thread wait, unless too many do.
  func beginWaiting() -> Bool {
    waiting.withLock { waiting in
      guard waiting < Self.waitingLimit else { return false }
      waiting += 1
      return true
    }
  }

  func endWaiting() { waiting.withLock { $0 -= 1 } }
}
