internal import CSandbox
internal import Glibc

/// A reason why a sandboxed process gives no further output.
public enum SandboxFault: Error, Hashable, Sendable {
  /// It could not be started.
  case unavailable
  case late, cancelled
}

/// A new process of this program that reads untrusted bytes from a socket or a file, and answers through the socket.
///
/// Its command calls ``enter(memory:seconds:output:)`` before it reads the first byte. It is killed with the last reference,
/// with the thread that started it, and with the program.
public final class SandboxedProcess {
  /// Its process id.
  public let number: Int32
  private let socket: Int32
  /// Unsent pieces of the input, and the number of bytes sent of the first.
  private var input: ArraySlice<[UInt8]>
  private var sent = 0
  /// Whether more input may follow; otherwise the process sees its end.
  private let isOpen: Bool
  /// Seconds left to wait for output.
  private var patience: Double
  private let isCancelled: @Sendable () -> Bool
  private var status: Int32?

  /// Milliseconds between checks of ``isCancelled``.
  private static let tick: Int32 = 250
  /// Bytes of output received at once.
  private static let pieceSize = 64 << 10
  /// The exit status of a process that the system cannot sandbox.
  public static let unavailable = Int32(SANDBOX_UNAVAILABLE)
  /// The descriptor of the file in the new process.
  private static let file = STDERR_FILENO + 1

  /// - Parameters:
  ///   - program: its path.
  ///   - input: sent piece by piece while the output is received.
  ///   - isOpen: whether ``send(_:patience:)`` may follow.
  ///   - file: the file that the process gets with ``mapFile(writable:)``.
  ///   - output: its standard output, and then only its answer goes through the socket; nil for the socket.
  ///   - patience: seconds to wait for its output, in all.
  ///   - isCancelled: called several times a second; true ends the process.
  public init(
    _ program: String, _ arguments: [String], input: [[UInt8]] = [], isOpen: Bool = false,
    file: ReadableFile? = nil, output: OutputFile? = nil, patience: Double = 0,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(SandboxFault) {
    var sockets: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
      throw .unavailable
    }
    let process = Self.spawn(
      program, arguments, socket: sockets[1], file: file, output: output?.descriptor ?? sockets[1])
    close(sockets[1])
    guard let process else {
      close(sockets[0])
      throw .unavailable
    }
    (number, socket, self.input) = (process, sockets[0], input.filter { !$0.isEmpty }[...])
    (self.isOpen, self.patience, self.isCancelled) = (isOpen, patience, isCancelled)
    endInput()
  }

  /// Sends further input while the output is received.
  /// - Parameter patience: seconds to wait for the output from now on.
  public func send(_ input: [[UInt8]], patience: Double) {
    self.input += input.filter { !$0.isEmpty }
    self.patience = patience
  }

  private func endInput() {
    if input.isEmpty, !isOpen { shutdown(socket, Int32(SHUT_WR)) }
  }

  deinit {
    end()
    close(socket)
  }

  /// The next bytes of its output; nil at the end.
  public func receive() throws(SandboxFault) -> [UInt8]? {
    let start = MonotonicClock.awake.seconds
    let end = start + patience
    defer { patience -= MonotonicClock.awake.seconds - start }
    while true {
      guard !isCancelled() else { throw .cancelled }
      guard MonotonicClock.awake.seconds < end else { throw .late }
      var wanted = pollfd(
        fd: socket, events: Int16(input.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      guard poll(&wanted, 1, Self.tick) > 0 else { continue }
      if wanted.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
          let received = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
          (count, failure) = (max(received, 0), received < 0 ? errno : 0)
        }
        if !piece.isEmpty { return piece }
        if failure != EAGAIN, failure != EINTR { return nil }
      }
      if wanted.revents & Int16(POLLOUT) != 0 { send() }
    }
  }

  private func send() {
    guard let first = input.first else { return }
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let count = first[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
    // A process that stops reading may still answer.
    if count < 0, errno != EAGAIN, errno != EINTR { input = [] }
    sent += max(count, 0)
    if sent == first.count {
      sent = 0
      input = input.dropFirst()
    }
    endInput()
  }

  /// Kills it, and returns the status of `waitpid`. After the end of its output that is its own status, unless it
  /// closed its files to continue unseen.
  @discardableResult
  public func end() -> Int32 {
    if let status { return status }
    kill(number, SIGKILL)
    var status: Int32 = 0
    while waitpid(number, &status, 0) == -1, errno == EINTR {}
    self.status = status
    return status
  }

  /// Restricts this process to its memory and the socket.
  /// - Parameters:
  ///   - memory: bytes of address space.
  ///   - seconds: processor time.
  ///   - output: bytes of a file that it writes; more end it with SIGXFSZ.
  /// - Returns: false if the system does not support that; the process must then exit with ``unavailable``.
  public static func enter(memory: Int, seconds: Int, output: Int = 0) -> Bool {
    sandbox_enter(UInt64(memory), UInt64(seconds), UInt64(output))
  }

  /// Maps the file that this process was started with; its changes are not written. Called before ``enter``.
  /// - Parameter writable: bytes at its beginning that can be changed.
  public static func mapFile(writable: Int) -> UnsafeMutableRawBufferPointer? {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED,
      mprotect(start, min(writable, Int(status.st_size)), PROT_READ | PROT_WRITE) == 0
    else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: Int(status.st_size))
  }

  /// Starts it with only the socket, the files and an empty environment; nil on failure.
  private static func spawn(
    _ program: String, _ arguments: [String], socket: Int32, file: ReadableFile?, output: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let file { posix_spawn_file_actions_adddup2(&actions, file.descriptor, Self.file) }
    // This program blocks signals that must end the new process.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // In a group of its own, so that Ctrl-C reaches this program alone, which then ends the other.
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, &attributes, &words, &environment) == 0 ? process : nil
  }
}
