import Fetching
import JSON

extension StrictObject {
  /// The http or https address of a key; anything else is a fault, as is none where there is no default.
  func webAddress(_ key: String, default standard: String? = nil) -> WebAddress? {
    let expected = "an http or https address"
    guard let text = string(key, required: standard == nil, expected) ?? standard else { return nil }
    guard let address = WebAddress(text) else {
      fault(key, "expected \(expected), found \"\(text.withoutSecrets)\"")
      return nil
    }
    return address
  }
}
