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
  /// Bytes of originals that are being read.
  private let reading = Mutex(0)
  private let readingLimit: Int

  /// Threads that wait at once: half of those that a server has for what blocks, so that slow pictures hold up no
  /// favorites. Whoever comes then gets the stand-in.
  static let waitingLimit = 6
  /// Bytes of pictures that are read at once to be sent as they came, or made smaller: as many as answers hold. One
  /// alone may be larger.
  private static let readingLimit = 64 << 20

  /// - Parameter capacity: bytes of all pictures on disk; by default what one cache has.
  public convenience init(capacity: Int = PictureRules.defaultCapacity) {
    self.init(capacity: capacity, readingLimit: Self.readingLimit)
  }

  init(capacity: Int, readingLimit: Int) {
    room = SharedBudget(capacity)
    self.readingLimit = readingLimit
  }

  /// Bytes of originals that are being read.
  var bytesRead: Int { reading.withLock { $0 } }

  /// Reads a picture of so many bytes, unless others that are being read take too much together.
  func reading<Result>(_ size: Int, _ read: () -> Result?) -> Result? {
    let isAllowed = reading.withLock { reading in
      guard reading == 0 || reading + size <= readingLimit else { return false }
      reading += size
      return true
    }
    guard isAllowed else { return nil }
    defer { reading.withLock { $0 -= size } }
    return read()
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
