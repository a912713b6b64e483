import Foundation
import ShowFiles
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Fetched pictures")
  struct PictureTests {
    private static let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
      0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
    ]

    private func serve(
      _ host: StubServer, listing hosts: [String], privateAddresses: Bool
    ) throws -> (cast: Cast, program: Program) {
      let cast = try Cast(
        more: ["pictures": ["hosts": hosts, "privateAddresses": privateAddresses] as [String: Any]])
      let file = try cast.folder.write(
        "answer.json", Cast.answer(["Good", "Page", "Gone"]) { host.address("/\($0.lowercased())") })
      // --feed with a file does not stop picture requests; only --offline does.
      return (cast, try cast.start(["--feed", file]))
    }

    private func host(_ host: String = "127.0.0.1") throws -> StubServer {
      try StubServer(host: host) { request in
        switch request.path {
        case "/good": .ok(Self.png, type: "text/html")
        case "/page": .ok("<script>alert(1)</script>", type: "image/png")
        default: .status(404)
        }
      }
    }

    @Test("Each of an entry's pictures has its own address")
    func several() async throws {
      let second = Self.png + [0]
      let host = try StubServer { request in
        switch request.path {
        case "/one": .ok(Self.png)
        case "/two": .ok(second)
        default: .ok(#"[{"name": "Ada", "pictures": ["/one", "/two"]}]"#)
        }
      }
      defer { host.stop() }
      let cast = try Cast(more: [
        "feed": [
          "kind": "records", "address": host.address("/list"),
          "entry": ["title": "name", "picture": "pictures"],
        ] as [String: Any],
        "pictures": ["hosts": ["127.0.0.1"], "privateAddresses": true] as [String: Any],
      ])
      let program = try cast.start()
      try await program.serves(["Ada"])
      for (query, picture) in [("", Self.png), ("?picture=2", second)] {
        try await wait(for: "the picture \(query)") {
          try await program.get("/pictures/ada\(query)").header("Content-Type") == "image/png"
        }
        #expect(try await program.get("/pictures/ada\(query)").body == picture)
      }
    }

    private func expectPlaceholder(_ program: Program, _ id: String) async throws {
      let page = try await program.get("/pictures/\(id)")
      #expect(page.status == 200)
      #expect(page.header("Content-Type")?.hasPrefix("image/svg+xml") == true)
      #expect(page.header("X-Content-Type-Options") == "nosniff")
      #expect(page.header("Cache-Control") == "no-cache")
    }

    @Test("A picture has its detected type; another file or a missing one stays a placeholder")
    func served() async throws {
      let host = try host()
      defer { host.stop() }
      let (cast, program) = try serve(host, listing: ["127.0.0.1"], privateAddresses: true)
      try await wait(for: "the picture itself") {
        try await program.get("/pictures/good").header("Content-Type") == "image/png"
      }
      let page = try await program.get("/pictures/good")
      #expect(page.body == Self.png)
      #expect(page.header("X-Content-Type-Options") == "nosniff")
      #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      // A byte range, or no body for a condition that fails.
      let (port, tag) = (try await program.port, try #require(page.header("ETag")))
      #expect(page.header("Accept-Ranges") == "bytes")
      for (headers, status, body) in [
        (["Range: bytes=8-11"], 206, Self.png[8...11]), (["Range: bytes=-4"], 206, Self.png.suffix(4)),
        (["Range: bytes=8-11", "If-Range: \(tag)"], 206, Self.png[8...11]),
        (["Range: bytes=8-11", "If-Range: \"other\""], 200, Self.png[...]),
        (["Range: bytes=0-1,8-11"], 200, Self.png[...]), (["Range: bytes=999-"], 416, []),
        (["Range: bytes=8-11", "If-None-Match: \(tag)"], 304, []), (["If-Match: \(tag)"], 200, Self.png[...]),
      ] {
        let part = Page(port, "/pictures/good", headers)
        #expect(part.status == status, "\(headers)")
        #expect(part.body == Array(body), "\(headers)")
        #expect((part.header("Content-Range") != nil) == [206, 416].contains(status), "\(headers)")
      }
      #expect(
        Page(port, "/pictures/good", ["Range: bytes=8-11"]).header("Content-Range")
          == "bytes 8-11/\(Self.png.count)")
      #expect(Page(port, "/pictures/good", ["If-Match: \"other\""]).status == 412)
      for name in ["page", "gone"] {
        try await program.says("pictures: cannot fetch 127.0.0.1/\(name): ")
        try await expectPlaceholder(program, name)
      }
      #expect(try await program.get("/pictures/unknown").status == 404)
      #expect(host.requests.map(\.path).sorted() == ["/gone", "/good", "/page"])

      // The next start has it without a request.
      program.send(SIGTERM)
      #expect(try await program.status == 0)
      let again = try cast.start(["--offline", "--feed", "\(cast.folder.path)/answer.json"])
      try await wait(for: "the picture from the state folder") {
        try await again.get("/pictures/good").body == Self.png
      }
      #expect(host.requests.count == 3)
    }
  }
}
