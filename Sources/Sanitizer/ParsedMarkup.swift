import CLibXML2

/// A document that libxml2 has parsed, and owns until this value ends.
///
/// The XML parser reads it, which guesses nothing: the markup is well-formed, or there is no document.
struct ParsedMarkup: ~Copyable {
  private let document: xmlDocPtr

  /// Parses markup; nil where it is not well-formed, or memory is short.
  init?(_ markup: [UInt8]) {
    _ = Self.isLibraryReady
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NOENT.rawValue | XML_PARSE_COMPACT.rawValue
    let parsed = markup.withUnsafeBufferPointer { buffer -> xmlDocPtr? in
      guard let length = Int32(exactly: buffer.count) else { return nil }
      return buffer.withMemoryRebound(to: CChar.self) {
        xmlReadMemory($0.baseAddress, length, nil, nil, Int32(bitPattern: options))
      }
    }
    guard let parsed else { return nil }
    document = parsed
  }

  deinit {
    xmlFreeDoc(document)
  }

  /// The element that holds everything.
  var root: xmlNodePtr? { xmlDocGetRootElement(document) }

  /// libxml2 is safe for many threads once this has been done on one.
  private static let isLibraryReady: Bool = {
    xmlInitParser()
    return true
  }()
}
