import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("Connections to PostgreSQL")
struct ConnectionTests {
  @Test(
    "A connection string is shown without its user and password",
    arguments: [
      "host=db1,db2 dbname=cast user=me password=s3cret\n", "postgresql://me:s3cret@db1,db2/cast",
      "postgresql://me%40org:a%40%2Fs3cret@db1,db2/cast",
      "host=db1,db2 dbname=cast user=me@org password='a s3cret@x'",
    ])
  func shown(_ text: String) throws {
    #expect(try "\(ConnectionString(text))" == "cast at db1,db2")
  }

  @Test(
    "An invalid connection string is not repeated",
    arguments: [
      "", "s3cret", "x=s3cret", "host=db password='s3cret", "host=db password=a s3cret",
      "postgresql://me:a/s3cret@db/cast", "postgresql://me:1/s3cret@db/cast",
      "postgresql://me:a@s3cret@db/cast",
      "postgresql://me:a@s3cret/x@db/cast", "host=me:a@s3cret",
      "dbname=postgresql://me:s3cret@db/cast", "host=db port=s3cret", "postgres://me:@s3cret@db",
      "postgresql:/me:s3cret@db/cast",
    ])
  func refused(_ text: String) throws {
    let error = thrown(PostgreSQLError.self) { try ConnectionString(text) }
    #expect(error == .notAConnectionString)
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test("An unreachable host is an error without the password")
  func unreachable() throws {
    let string = try ConnectionString("host=/nonexistent user=me password=s3cret")
    let error = thrown(PostgreSQLError.self) { try Connection(string) }
    #expect(error?.isOutcomeUnknown == false)
    #expect(error?.description == "the database cannot be reached: no server listens there")
  }

  @Test(
    "A misread connection string is not repeated",
    arguments: [
      "host=s3cret.invalid user=me", "host=127.0.0.1 port=1 sslmode=disable options=s3cret",
      "hostaddr=s3cret",
      "host=127.0.0.1 sslmode=s3cret", "host=127.0.0.1 port=1 sslrootcert=/s3cret sslmode=verify-full",
      "service=s3cret", "postgresql://me:a%20s3cret@127.0.0.1:1/cast", "host=/s3cret",
      "host=127.0.0.1 connect_timeout=s3cret", "host=127.0.0.1 target_session_attrs=s3cret",
      "passfile=/s3cret host=127.0.0.1 port=1",
    ])
  func misread(_ text: String) throws {
    let error = thrown(PostgreSQLError.self) { try Connection(try ConnectionString(text)) }
    #expect(error?.description.contains("s3cret") == false, "\(String(describing: error))")
  }

  @Suite("Connections with a server")
  struct WithServer {
    private func connection() throws -> Connection {
      try Connection(try ConnectionString(try DatabaseServer.shared.get().address()))
    }

    @Test("Parameters are values, never SQL")
    func parameters() throws {
      let text = "a'b\"c\\d\n$1 ünï"
      let rows = try connection().run("SELECT $1::text, $2::text", [text, nil], until: .now + patience)
      #expect(rows[0, 0] == text)
      #expect(rows[0, 1] == nil)
      #expect(rows.count == 1)
    }

    @Test("A refused statement has its SQLSTATE, and the connection stays open")
    func refused() throws {
      let connection = try connection()
      let error = thrown(PostgreSQLError.self) {
        try connection.run("SELECT nothing", until: .now + patience)
      }
      #expect(error == .refused(state: "42703", reason: "a table or column is missing"))
      #expect(try connection.run("SELECT 1", until: .now + patience)[0, 0] == "1")
    }

    @Test("At the deadline the connection is closed, and the outcome is unknown")
    func timedOut() throws {
      let connection = try connection()
      let error = thrown(PostgreSQLError.self) {
        try connection.run("SELECT pg_sleep(600)", until: .now + .milliseconds(50))
      }
      #expect(error == .timedOut)
      #expect(error?.isOutcomeUnknown == true)
      #expect(!connection.isOpen)
    }

    @Test("A warning counts as a failure, a notice does not")
    func warned() throws {
      let connection = try connection()
      _ = try connection.run("DO $$ BEGIN RAISE NOTICE 'by the way'; END $$", until: .now + patience)
      let error = thrown(PostgreSQLError.self) {
        try connection.run("DO $$ BEGIN RAISE WARNING 'not quite'; END $$", until: .now + patience)
      }
      #expect(error == .warned("SQLSTATE 01000"))
      #expect(!connection.isOpen)
    }

    @Test("A server's asynchronous commit setting is overridden")
    func synchronous() throws {
      let address = try DatabaseServer.shared.get().address() + " options='-c synchronous_commit=off'"
      let connection = try Connection(try ConnectionString(address))
      #expect(try connection.run("SHOW synchronous_commit", until: .now + patience)[0, 0] == "on")
    }

    @Test("A connection that the server has closed is detected before its use")
    func ended() throws {
      let (one, other) = (try connection(), try connection())
      let id = try one.run("SELECT pg_backend_pid()", until: .now + patience)[0, 0]
      _ = try other.run("SELECT pg_terminate_backend($1::int)", [id], until: .now + patience)
      try wait(for: "the connection to be closed") { !one.isOpen }
    }
  }
}
