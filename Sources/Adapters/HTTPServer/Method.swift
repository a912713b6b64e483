internal import Glibc

/// The methods that reach a handler. Others are refused by the server: 405 if a standard has them, else 501.
public enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"

  init?(_ name: UnsafePointer<CChar>) {
    if strcmp(name, "GET") == 0 {
      self = .get
    } else if strcmp(name, "HEAD") == 0 {
      self = .head
    } else if strcmp(name, "POST") == 0 {
      self = .post
    } else {
      return nil
    }
  }

  /// Whether servers know it (RFC 9110, section 9.3, and RFC 5789), though no address of ours takes it.
  static func isStandard(_ name: UnsafePointer<CChar>) -> Bool {
    ["PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"].contains(String(cString: name))
  }
}
