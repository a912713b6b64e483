import Clocks
import Glibc

/// Starts the program once more for one picture, and takes what comes out of it.
struct ScalerProcess {
  /// Path of the program.
  let program: String
  /// Asked several times a second; true ends the process.
  let isCancelled: @Sendable () -> Bool

  /// Milliseconds between looks at ``isCancelled`` while nothing else happens.
  private static let tick: Int32 = 250

  /// - Parameters:
  ///   - outputLimit: more bytes than this end the process.
  ///   - patience: seconds that it may take.
  func run(
    _ arguments: [String], input: [UInt8], outputLimit: Int, patience: Double
  ) throws(ScalingFault) -> [UInt8] {
    var sockets: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
      throw .notShutIn
    }
    let process = spawn(arguments, socket: sockets[1])
    close(sockets[1])
    defer { close(sockets[0]) }
    guard let process else { throw .notShutIn }
    let output = exchange(input, over: sockets[0], outputLimit: outputLimit, patience: patience)
    if output == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    guard let output else { throw isCancelled() ? .cancelled : .late }
    if let fault = ScalingFault(status: status) { throw fault }
    return output
  }

  /// Sends the input and collects the output until the other end closes; nil if that takes too long or too
  /// much comes.
  private func exchange(
    _ input: [UInt8], over socket: Int32, outputLimit: Int, patience: Double
  ) -> [UInt8]? {
    let end = MonotonicClock.awake.seconds + patience
    var (sent, output) = (0, [UInt8]())
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
    while MonotonicClock.awake.seconds < end, !isCancelled() {
      var wanted = pollfd(
        fd: socket, events: Int16(sent < input.count ? POLLIN | POLLOUT : POLLIN), revents: 0)
      guard poll(&wanted, 1, Self.tick) > 0 else { continue }
      if wanted.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { output += buffer[..<count] }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return output }
        if output.count > outputLimit { return nil }
      }
      if wanted.revents & Int16(POLLOUT) != 0, sent < input.count {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = input[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
        if count > 0 { sent += count }
        // Whoever reads no further has something to say.
        let isRefused = count < 0 && errno != EAGAIN && errno != EINTR
        if sent == input.count || isRefused {
          sent = input.count
          shutdown(socket, Int32(SHUT_WR))
        }
      }
    }
    return nil
  }

  /// Starts it with nothing but the socket and an empty environment; nil if that fails.
  private func spawn(_ arguments: [String], socket: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // This program blocks signals that the new one is to be ended by.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, &attributes, &words, &environment) == 0 ? process : nil
  }
}
