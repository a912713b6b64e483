import Favorites
import Glibc
import System
import Text

/// The cookie that identifies a browser; each show has its own, so that several on one host do not mix, and
/// so has a kiosk, where it ends with the browser.
///
/// Over TLS its name begins with `__Host-`: browsers take such a cookie only from this host over TLS and for
/// all its paths, so no program on another port or subdomain can plant one. The plain name is read where that
/// one is missing, and is replaced with the next change.
struct VisitorCookie: Sendable {
  /// Cookies of one name that are read; a browser normally sends one.
  static let limit = 8

  private let plain: [UInt8]
  private let bound: [UInt8]
  private let base: String
  private let key: @Sendable () -> VisitorKey?
  private let isOfKiosk: Bool

  /// - Parameters:
  ///   - show: its slug.
  ///   - base: stands in the name over TLS too, where the path cannot tell shows apart.
  ///   - key: signs the value for versions up to 0.14; nil as long as it is not known.
  init(
    show: String, base: String, key: @escaping @autoclosure @Sendable () -> VisitorKey?,
    isOfKiosk: Bool = false
  ) {
    self.key = key
    self.base = base
    self.isOfKiosk = isOfKiosk
    let start = "dramatis-\(isOfKiosk ? "kiosk-" : "")"
    plain = Array("\(start)\(PercentCoding.encode(show))".utf8)
    bound = Array("__Host-\(start)\(PercentCoding.encode(show + base))".utf8)
  }

  // MARK: Reading

  func visitor(in cookies: UnsafeBufferPointer<UInt8>) -> SentVisitor {
    var sent = visitor(bound, in: cookies)
    sent.isBound = sent.id != nil
    return sent.id == nil && !sent.isAmbiguous ? visitor(plain, in: cookies) : sent
  }

  private func visitor(_ name: [UInt8], in header: UnsafeBufferPointer<UInt8>) -> SentVisitor {
    var (sent, count) = (SentVisitor(), 0)
    CookieHeader.each(name, in: header) { value in
      count += 1
      let visitor = count > Self.limit ? nil : visitor(value)
      sent.isAmbiguous = count > Self.limit || (sent.id != nil && visitor != nil && sent.id != visitor)
      sent.id = sent.isAmbiguous ? nil : sent.id ?? visitor
      return !sent.isAmbiguous
    }
    return sent
  }

  private func visitor(_ value: UnsafeBufferPointer<UInt8>) -> VisitorID? {
    guard let dash = value.firstIndex(of: UInt8(ascii: "-")) else { return VisitorID(cookie: value) }
    let version = String(decoding: value[(dash + 1)...], as: UTF8.self).number(in: 1...Int.max)
    guard var visitor = VisitorID(cookie: UnsafeBufferPointer(rebasing: value[..<dash])), let version else {
      return nil
    }
    visitor.seen = version
    return visitor
  }

  // MARK: Writing

  /// The values of `Set-Cookie` that make the visitor known for another year, in place of those sent.
  func headers(_ visitor: VisitorID, replacing sent: SentVisitor, isSecure: Bool) -> [String] {
    let isBound = isSecure || sent.isBound
    let headers = [
      setting(
        isBound ? bound : plain, value(visitor), path: isBound ? "/" : "\(base)/",
        age: isOfKiosk ? nil : CookieHeader.year, isSecure: isBound)
    ]
    guard sent.id != nil, !sent.isBound, isBound || sent.id != visitor else { return headers }
    // The same name and path for every cookie, so that a new one replaces the old one.
    let paths = Set(["/", "\(base)/"]).subtracting(isBound ? [] : ["\(base)/"])
    return headers + paths.sorted().map { removal(at: $0, isSecure: isBound) }
  }

  /// The values of `Set-Cookie` that remove the visitor's cookies.
  func removals(isSecure: Bool) -> [String] {
    [setting(bound, "", path: "/", age: 0, isSecure: true)]
      + Set(["/", "\(base)/"]).sorted().map { removal(at: $0, isSecure: isSecure) }
  }

  private func removal(at path: String, isSecure: Bool) -> String {
    setting(plain, "", path: path, age: 0, isSecure: isSecure)
  }

  private func setting(
    _ name: [UInt8], _ value: String, path: String, age: Int?, isSecure: Bool
  ) -> String {
    CookieHeader.setting(
      String(decoding: name, as: UTF8.self), value, path: path, age: age, isForScripts: false,
      isSecure: isSecure)
  }

  /// The id, and where a store has versions, the one that the browser sees with this answer.
  private func value(_ visitor: VisitorID) -> String {
    let text = key()?.text(of: visitor) ?? visitor.digits
    return visitor.seen == 0 ? text : "\(text)-\(visitor.seen)"
  }
}

/// The visitor whom the cookies of a request name.
struct SentVisitor: Sendable {
  /// Nil if none has a valid value, or several name different visitors.
  var id: VisitorID?
  /// Whether valid cookies name different visitors, or are too many: one may be another program's.
  var isAmbiguous = false
  /// Whether the name of the cookie proves that it was set over TLS.
  var isBound = false
}

/// The cookies of a request and of an answer (RFC 6265, sections 4.1 and 4.2).
enum CookieHeader {
  /// Seconds.
  static let year = 31_536_000

  /// A value of `Set-Cookie`.
  /// - Parameter age: in seconds; 0 removes the cookie, and nil ends it with the browser.
  static func setting(
    _ name: String, _ value: String, path: String, age: Int?, isForScripts: Bool = true, isSecure: Bool
  ) -> String {
    "\(name)=\(value); Path=\(path)\(age.map { "; Max-Age=\($0)" } ?? "")"
      + "\(isForScripts ? "" : "; HttpOnly"); SameSite=Lax\(isSecure ? "; Secure" : "")"
  }

  /// The result of `read` for the first cookie of a name for which it has one.
  static func first<Value>(
    _ name: [UInt8], in header: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> Value? {
    var found: Value?
    each(name, in: header) { value in
      found = read(value)
      return found == nil
    }
    return found
  }

  /// Calls `take` with the value of each cookie of a name, without quotes around it, until it returns false.
  static func each(
    _ name: [UInt8], in header: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    guard let bytes = header.baseAddress.map({ UnsafeRawPointer($0) }) else { return }
    var start = 0
    while start < header.count {
      let mark = memchr(bytes + start, Int32(UInt8(ascii: ";")), header.count - start)
      let end = mark.map { UnsafeRawPointer($0) - bytes } ?? header.count
      if let value = value(of: name, pair: HeaderText.trimmed(header, start, end)), !take(value) { return }
      start = end + 1
    }
  }

  private static func value(
    of name: [UInt8], pair: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    guard pair.count > name.count, pair[name.count] == UInt8(ascii: "="), let start = pair.baseAddress,
      memcmp(start, name, name.count) == 0
    else { return nil }
    let value = UnsafeBufferPointer(rebasing: pair[(name.count + 1)...])
    let isQuoted = value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
    return isQuoted ? UnsafeBufferPointer(rebasing: value.dropFirst().dropLast()) : value
  }
}
