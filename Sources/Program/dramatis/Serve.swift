import Dispatch
import Feeds
import Glibc
import HTTPServer
import Operations
import ShowFiles
import Synchronization
import System

/// `dramatis --show …`: serves shows until a signal ends the program.
enum Serve {
  /// - Parameters:
  ///   - signals: blocked before any thread was started, so that only one thread receives them.
  ///   - isPatient: whether to listen only once the list is read.
  ///   - guessed: lines about a guessed show, of which a terminal gets those that fit below the address.
  static func run(
    _ options: Options, environment: [String: String], program: String, signals: Signals,
    isPatient: Bool = false, answer: ReadAnswer? = nil, guessed: [String] = []
  ) -> Int32 {
    // One heap per thread would take twice the memory: each keeps the peak of its thread.
    Heaps.limit(to: 2)
    // A file at its size limit is an ordinary error, not a reason to end.
    signal(SIGXFSZ, SIG_IGN)
    ServiceManager.clearEnvironment()
    LineWriter.waitNoLonger()
    let log = EventLog(format: options.log, environment: environment)
    for line in Options.faults(of: environment) + options.notes { log.warning(line) }
    let status = Notifier(environment: environment)
    let end = DispatchSemaphore(value: 0)
    let running = Running()
    signals.handle { handle($0, running, status, end) }
    do {
      let sockets = try PassedSockets.take(environment: environment, process: getpid())
      if !sockets.isEmpty, options.port != nil || options.listen != nil {
        log.info("--port and --listen are ignored: the service manager passed sockets")
      }
      let display = Console.progress(log, environment: environment)
      let deployment = try ProgressDisplay.$current.withValue(display) {
        try Deployment(
          Launch(
            options: options, environment: environment, program: program, log: log, isPatient: isPatient,
            answer: answer),
          sockets: sockets)
      }
      running.deployment.withLock { $0 = deployment }
      if !startThread({ reload(running, status) }) {
        log.warning("SIGHUP is ignored: cannot create a thread (raise TasksMax / ulimit -u)")
      }
      for address in deployment.urls { Console.out("listening on \(address)") }
      let height = deployment.invitation.map { TerminalCode.show($0, environment: environment) } ?? 0
      show(guessed, below: deployment.urls.count + height)
      status?.ready(deployment.health)
      if let status, deployment.isReading { startThread { reportReading(deployment, status) } }
      let watchdog = watchdog(deployment, status, environment)
      end.wait()
      status?.stopping()
      watchdog?.end()
      deployment.stop()
      // An orderly exit would free memory that a list being built may still use.
      Signals.end(SIGTERM)
    } catch let error as ConfigurationFaults {
      for line in error.lines { reportFailure(line, log) }
    } catch {
      reportFailure("\(error)", log)
    }
    return 1
  }

  private static func show(_ lines: [String], below rows: Int) {
    let size = Console.size(of: STDERR_FILENO)
    let shown = max(2, size.rows - rows - 2)
    for line in lines.prefix(lines.count > shown ? shown - 1 : shown) {
      Console.write(String(line.prefix(size.columns)))
    }
    if lines.count > shown { Console.write("… and \(lines.count - shown + 1) more lines, which new prints") }
  }

  private final class Running: Sendable {
    /// The deployment, once it is running.
    let deployment = Mutex<Deployment?>(nil)
    /// Signalled once for all SIGHUPs since the last reload began.
    let hangUps = DispatchSemaphore(value: 0)
    let isReloadWanted = Atomic(false)
  }

  /// On a terminal in the form of all commands; in a log in the form of the log.
  private static func reportFailure(_ line: String, _ log: EventLog) {
    if [.text, .terminal].contains(log.form) { Console.error(line) } else { log.error(line) }
  }

  /// Shows the service manager how far the list is, and the health once it is read.
  private static func reportReading(_ deployment: Deployment, _ status: Notifier) {
    while deployment.isReading {
      status.progress(deployment.health)
      sleep(1)
    }
    status.ready(deployment.health)
  }

  /// Reports to the service manager that the show is healthy, as long as it answers.
  private static func watchdog(
    _ deployment: Deployment, _ status: Notifier?, _ environment: [String: String]
  ) -> Watchdog? {
    guard let status, let pause = Watchdog.pause(environment: environment, process: getpid()) else {
      return nil
    }
    return Watchdog(every: pause, isWell: { deployment.isWell }, report: { status.alive(deployment.health) })
  }

  private static func handle(
    _ signal: Int32, _ running: Running, _ status: Notifier?, _ end: DispatchSemaphore
  ) {
    if signal == SIGHUP {
      if !running.isReloadWanted.exchange(true, ordering: .acquiringAndReleasing) { running.hangUps.signal() }
      return
    }
    // Starting or stopping already: a second signal ends the program at once.
    guard running.deployment.withLock({ $0.take() }) != nil else { return Signals.end(signal) }
    end.signal()
    // A drive or a lock may never answer.
    startThread {
      sleep(6)
      Signals.end(SIGTERM)
    }
  }

  /// Reloads at every SIGHUP on a thread of its own, so that SIGTERM does not wait for a list being read.
  private static func reload(_ running: Running, _ status: Notifier?) {
    while true {
      running.hangUps.wait()
      running.isReloadWanted.store(false, ordering: .releasing)
      guard let deployment = running.deployment.withLock({ $0 }) else { return }
      status?.reloading()
      deployment.reload()
      if running.deployment.withLock({ $0 }) != nil { status?.ready(deployment.health) }
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
