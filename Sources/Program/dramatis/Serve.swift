import Dispatch
import Glibc
import Operations
import ShowFiles
import Synchronization
import System

/// `dramatis --show …`: serves shows until a signal ends the program.
final class Serve: Sendable {
  private let log: EventLog
  /// Nil if no service manager expects notifications.
  private let manager: Notifier?
  /// The servers, once they listen; taken by the signal that ends the program.
  private let servers = Mutex<Servers?>(nil)
  private let end = DispatchSemaphore(value: 0)
  /// Signalled once for all SIGHUPs since the last reload began.
  private let hangUps = DispatchSemaphore(value: 0)
  private let isReloadWanted = Atomic(false)

  /// - Parameters:
  ///   - signals: which end the program at once until now.
  ///   - opened: the list of `open`, for which the start waits.
  ///   - guessed: lines about a guessed show, of which a terminal gets those that fit below the address.
  static func run(
    _ options: Options, signals: Signals?, opened: OpenedAnswer? = nil, guessed: [String] = []
  ) -> Int32 {
    // One heap per thread would take twice the memory: each keeps the peak of its thread.
    Heaps.limit(to: 2)
    // A file at its size limit is an ordinary error, not a reason to end.
    signal(SIGXFSZ, SIG_IGN)
    ServiceManager.clearEnvironment()
    LineWriter.waitNoLonger()
    let serve = Serve(options)
    signals?.handle(serve.handle)
    do {
      let servers = try serve.start(options, opened, guessed)
      serve.end.wait()
      serve.manager?.stopping()
      servers.stop()
    } catch {
      for line in (error as? ConfigurationFaults)?.lines ?? ["\(error)"] { serve.reportFailure(line) }
      return 1
    }
    // An orderly exit would free memory that a list being built may still use.
    Signals.end(SIGTERM)
    return 0
  }

  private init(_ options: Options) {
    log = EventLog(format: options.log, environment: options.environment)
    manager = Notifier(environment: options.environment)
  }

  /// Starts the shows and their servers, and tells everybody that they listen.
  private func start(_ options: Options, _ opened: OpenedAnswer?, _ guessed: [String]) throws -> Servers {
    for line in Options.faults(of: options.environment) + options.notes { log.warning(line) }
    let sockets = try PassedSockets.take(environment: options.environment, process: getpid())
    if !sockets.isEmpty, options.port != nil || options.listen != nil {
      log.info("--port and --listen are ignored: the service manager passed sockets")
    }
    let display = Console.progress(log, environment: options.environment)
    let servers = try ProgressDisplay.$current.withValue(display) {
      try Servers(options, log, sockets: sockets, opened: opened)
    }
    // From now on a signal ends it in order; it answers already.
    self.servers.withLock { $0 = servers }
    servers.shelf.begin()
    if !startThread({ [self] in reload() }) {
      log.warning("SIGHUP is ignored: cannot create a thread (raise TasksMax / ulimit -u)")
    }
    let urls = servers.urls
    for address in urls { Console.out("listening on \(address)") }
    let height = servers.invitation.map { TerminalCode.show($0, environment: options.environment) } ?? 0
    show(guessed, below: urls.count + height)
    if let manager {
      manager.ready(servers.shelf.health)
      manager.answerWatchdog(environment: options.environment, process: getpid())
      if servers.shelf.isReading { startThread { Self.report(reading: servers.shelf, to: manager) } }
    }
    return servers
  }

  private func show(_ lines: [String], below rows: Int) {
    let size = Console.size(of: STDERR_FILENO)
    let shown = max(2, size.rows - rows - 2)
    for line in lines.prefix(lines.count > shown ? shown - 1 : shown) {
      Console.write(String(line.prefix(size.columns)))
    }
    if lines.count > shown { Console.write("… and \(lines.count - shown + 1) more lines, which new prints") }
  }

  /// On a terminal in the form of all commands; in a log in the form of the log.
  private func reportFailure(_ line: String) {
    if log.form == .journal { log.error(line) } else { Console.error(line) }
  }

  /// Shows the service manager how far the list is, and the health once it is read.
  private static func report(reading shelf: RunningShelf, to manager: Notifier) {
    while shelf.isReading {
      manager.progress(shelf.health)
      sleep(1)
    }
    manager.ready(shelf.health)
  }

  @Sendable private func handle(_ signal: Int32) {
    if signal == SIGHUP {
      if !isReloadWanted.exchange(true, ordering: .acquiringAndReleasing) { hangUps.signal() }
      return
    }
    // Starting or stopping already: a second signal ends the program at once.
    guard servers.withLock({ $0.take() }) != nil else { return Signals.end(signal) }
    end.signal()
    // A drive or a lock may never answer.
    startThread {
      sleep(6)
      Signals.end(SIGTERM)
    }
  }

  /// Reloads at every SIGHUP on a thread of its own, so that SIGTERM does not wait for a list being read.
  private func reload() {
    while true {
      hangUps.wait()
      isReloadWanted.store(false, ordering: .releasing)
      guard let servers = servers.withLock({ $0 }) else { return }
      manager?.reloading()
      servers.reload()
      if self.servers.withLock({ $0 }) != nil { manager?.ready(servers.shelf.health) }
    }
  }
}

/// The best address as a QR code on the terminal.
enum TerminalCode {
  /// Prints the code if standard output is a terminal that can show it.
  /// - Returns: the number of its lines.
  static func show(_ address: String, environment: [String: String]) -> Int {
    guard isatty(STDOUT_FILENO) == 1, ![nil, "", "dumb"].contains(environment["TERM"]),
      let code = QRCode(address), code.terminalWidth <= Console.columns(of: STDOUT_FILENO)
    else { return 0 }
    for line in code.terminalLines { Console.out(line) }
    return code.terminalLines.count
  }
}
