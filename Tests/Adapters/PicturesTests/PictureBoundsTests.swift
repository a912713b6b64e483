import Testing

@testable import Pictures

@Suite("Limits of pictures")
struct PictureBoundsTests {
  @Test(
    "A small animation is sent whole, a large one as its first frame",
    arguments: [true, false])
  func animations(isSmall: Bool) async throws {
    var rules = CacheFixture.rules
    if !isSmall { rules.movingLimit = Samples.movingGIF.count - 1 }
    let fixture = try CacheFixture(rules: rules) { _ in .ok(Samples.movingGIF) }
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/a.gif") == .stored)
    let scaled = try await fixture.scaled(fixture.server.address("/a.gif"), PictureScaling(.whole, .webp))
    guard case .ready(let picture) = scaled else {
      Issue.record("no picture")
      return
    }
    #expect(picture.mediaType == (isSmall ? "image/gif" : "image/webp"))
  }
}
