import System

/// The charsets of tables without a byte order mark.
public enum Charset: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case latin2 = "iso-8859-2"
  case latin4 = "iso-8859-4"
  case latinCyrillic = "iso-8859-5"
  case latinGreek = "iso-8859-7"
  case latinHebrew = "iso-8859-8"
  case latin9 = "iso-8859-15"
  case koi8R = "koi8-r"
  case koi8U = "koi8-u"
  case ibm437, ibm850, ibm852, ibm855, ibm866
  case macintosh
  case macCyrillic = "mac-cyrillic"
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case gb18030
  case big5
  case eucKR = "euc-kr"
  case tis620 = "tis-620"

  /// glibc's name of it, or of the larger charset that Windows writes under its name.
  private var converter: String {
    switch self {
    case .shiftJIS: "CP932"
    case .eucJP: "EUC-JP-MS"
    case .eucKR: "UHC"
    default: rawValue
    }
  }

  /// Converts bytes to UTF-8 in pieces; an invalid one becomes U+FFFD.
  func utf8(_ bytes: Numbers<UInt8>) throws(RecordsError) -> Numbers<UInt8> {
    guard self != .utf8 else { return bytes }
    do throws(ConversionFault) {
      return try bytes.utf8(from: converter, limit: RecordLimits.bytes)
    } catch {
      if case .tooLarge = error { throw .tooLarge() }
      throw RecordsError("its charset \(rawValue) cannot be converted on this machine")
    }
  }
}
