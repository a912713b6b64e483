import Glibc
import Operations
import TestSupport
import Testing

@Suite("Sockets and journal of systemd")
struct ServiceManagerTests {
  @Test("Passed sockets are used only if LISTEN_PID is this process")
  func otherProcess() throws {
    #expect(try PassedSockets.take(environment: [:], process: 7).isEmpty)
    let others = ["LISTEN_FDS": "1", "LISTEN_PID": "8"]
    #expect(try PassedSockets.take(environment: others, process: 7).isEmpty)
    #expect(try PassedSockets.take(environment: ["LISTEN_FDS": "1"], process: 7).isEmpty)
  }

  @Test("An invalid LISTEN_FDS is an error that quotes it", arguments: ["x", "-1", "65", ""])
  func faults(count: String) {
    let fault = thrown(PassedSockets.Fault.self) {
      try PassedSockets.take(environment: ["LISTEN_FDS": count, "LISTEN_PID": "7"], process: 7)
    }
    #expect(fault?.description.contains("\"\(count)\"") == true)
  }

  @Test("The journal is recognised by device and inode in JOURNAL_STREAM")
  func journal() {
    var status = stat()
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    fstat(descriptor, &status)
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(ServiceManager.isJournal(descriptor, environment: ["JOURNAL_STREAM": stream]))
    #expect(!ServiceManager.isJournal(descriptor, environment: ["JOURNAL_STREAM": "\(stream)1"]))
    #expect(!ServiceManager.isJournal(descriptor, environment: [:]))
  }
}
