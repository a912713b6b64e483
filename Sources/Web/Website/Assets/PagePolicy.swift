import FoundationEssentials
import System

/// The Content Security Policy (level 3) of pages.
struct PagePolicy: Sendable {
  private let script: String
  private let style: String

  /// The texts of the inline script and style sheet; nil for none.
  init(script: [UInt8]? = nil, style: [UInt8]? = nil) {
    self.script = Self.source(script)
    self.style = Self.source(style)
  }

  /// - Parameters:
  ///   - formTargets: origins that forms may be sent to, besides this site.
  ///   - frames: sources that may be framed.
  func text(formTargets: [String] = [], frames: [String] = []) -> String {
    let forms = ["'self'"] + formTargets
    var policy =
      "default-src 'none'; img-src 'self'; style-src 'self'\(style); script-src 'self'\(script); "
      + "connect-src 'self'; manifest-src 'self'; form-action \(forms.joined(separator: " ")); "
      + "base-uri 'none'; frame-ancestors 'none'"
    if !frames.isEmpty { policy += "; frame-src \(frames.joined(separator: " "))" }
    return policy
  }

  private static func source(_ text: [UInt8]?) -> String {
    text.map { " 'sha256-\(Data(SHA256.hash($0)).base64EncodedString())'" } ?? ""
  }
}
