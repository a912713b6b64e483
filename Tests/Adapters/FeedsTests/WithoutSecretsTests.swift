import Feeds
import Testing

@Suite("Arguments in messages")
struct WithoutSecretsTests {
  @Test(
    "Passwords, tokens and keys are masked",
    arguments: [
      ("https://example.org/a/b", "https://example.org/a/b"), ("config/trek.json", "config/trek.json"),
      ("https://example.org/a?api_key=s3cret", "https://example.org/a?…"),
      ("https://example.org/a#s3cret", "https://example.org/a#…"),
      ("https://example.org/a;key=s3cret", "https://example.org/a;key=…"),
      ("https://me:s3cret@example.org/", "https://…"), ("https://me:a?s3cret@example.org/", "https://…"),
      ("https://me:a/s3cret@example.org/?x", "https://…"), ("https://me:a#s3cret@x", "https://…"),
      ("https://example.org/a?to=b@s3cret", "https://…"), ("https://me:s3cret%40example.org/", "https://…"),
      ("me:s3cret@example.org", "…"), ("postgresql://me:s3cret@db/cast", "postgresql://…"),
      ("host=db password=s3cret", "host=…"), ("password='s3cret'", "password=…"),
      ("http:/me:s3cret@x", "http:/…"), ("@s3cret", "…"), ("", ""),
    ])
  func shown(text: String, expected: String) {
    #expect(text.withoutSecrets == expected)
  }
}
