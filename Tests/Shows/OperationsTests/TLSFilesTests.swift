import Operations
import Testing

@Suite("Certificate files")
struct TLSFilesTests {
  private static let day = 86_400
  static let validities: [(now: Int, warning: String?)] = [
    (-1, "c.pem is not valid yet, so browsers will reject it; is the clock right?"), (0, nil),
    (70 * day, nil), (71 * day, "c.pem expires in 29 days"), (99 * day, "c.pem expires in 1 day"),
    (100 * day - 1, "c.pem expires today"), (100 * day, "c.pem has expired, so browsers will reject it"),
  ]

  @Test(
    "A warning is logged before a certificate is valid, near its expiry and after it", arguments: validities)
  func validity(now: Int, warning: String?) {
    let files = TLSFiles(certificate: "c.pem", key: "k.pem")
    #expect(files.warning(of: 0..<100 * Self.day, at: now) == warning)
  }

  @Test("Only an RSA key over 2048 bits is warned of")
  func keys() {
    let files = TLSFiles(certificate: "c.pem", key: "k.pem")
    #expect([0, 2_048].allSatisfy { files.warning(ofBits: $0) == nil })
    #expect(
      files.warning(ofBits: 4_096)
        == "k.pem is RSA 4096, which makes handshakes slow; use an EC key or RSA 2048")
  }
}
