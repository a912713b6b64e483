import Configuration
import JSON
import Records

/// How an answer says where the next page of its list is.
enum RecordNext: Sendable {
  /// The names that lead to an address.
  case address([String])
  /// The names that lead to an object of parameters for the address that was asked.
  case parameters([String])
}

extension SettingForm where Value == RecordNext {
  static var recordNext: Self {
    SettingForm<[String]>.names.orTexts(["parameters"]) {
      .address($0)
    } parts: {
      .parameters($0[0])
    }
  }
}
