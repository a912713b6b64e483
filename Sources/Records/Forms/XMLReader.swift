import CLibXML2

/// libxml2's reader: one node after the other, without network, external DTD or entities of the document's own.
final class XMLReader {
  enum Node {
    /// Its attributes are still to be read.
    case start(name: String, isEmpty: Bool)
    case end
    case text(String)
  }

  private let bytes: [UInt8]
  private(set) var offset = 0
  private var reader: xmlTextReaderPtr?

  init(_ bytes: [UInt8]) throws(RecordsError) {
    self.bytes = bytes
    _ = Self.isLibraryReady
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    reader = xmlReaderForIO(
      { context, buffer, length in
        guard let context, let buffer else { return -1 }
        return Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue().read(buffer, Int(length))
      }, nil, Unmanaged.passUnretained(self).toOpaque(), nil, nil, Int32(options))
    guard reader != nil else { throw RecordsError("there is no memory left to read XML") }
  }

  deinit { xmlFreeTextReader(reader) }

  /// Counted from 1.
  var line: Int { max(1, Int(xmlTextReaderGetParserLineNumber(reader))) }

  /// The next element, end or text; nil at the end of the document.
  func next() throws(RecordsError) -> Node? {
    while true {
      switch xmlTextReaderRead(reader) {
      case 0: return nil
      case 1: break
      default: throw fault()
      }
      switch xmlReaderTypes(UInt32(xmlTextReaderNodeType(reader))) {
      case XML_READER_TYPE_ELEMENT:
        return .start(
          name: text(xmlTextReaderConstName(reader)), isEmpty: xmlTextReaderIsEmptyElement(reader) == 1)
      case XML_READER_TYPE_END_ELEMENT: return .end
      case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA: return .text(text(xmlTextReaderConstValue(reader)))
      case XML_READER_TYPE_ENTITY_REFERENCE: throw RecordsError("it uses entities of its own", line: line)
      case XML_READER_TYPE_DOCUMENT_TYPE:
        // Those of an attribute's value would be put in without a word.
        let type = UnsafeMutableRawPointer(xmlTextReaderCurrentNode(reader))?.assumingMemoryBound(
          to: xmlDtd.self)
        if type?.pointee.entities != nil || type?.pointee.pentities != nil {
          throw RecordsError("it declares entities, which are not read", line: line)
        }
      default: continue
      }
    }
  }

  /// The attributes of the element that was just read, but for declarations of namespaces; addresses are made
  /// whole by the `xml:base` that they stand under.
  func attributes() -> [(name: String, value: String)] {
    var attributes: [(String, String)] = []
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      if xmlTextReaderIsNamespaceDecl(reader) == 1 { continue }
      attributes.append((text(xmlTextReaderConstName(reader)), text(xmlTextReaderConstValue(reader))))
    }
    xmlTextReaderMoveToElement(reader)
    for (index, (name, value)) in attributes.enumerated() where name == "href" || name == "src" {
      guard let base = xmlTextReaderConstBaseUri(reader) else { break }
      guard let whole = xmlBuildURI(value, base) else { continue }
      attributes[index].1 = text(whole)
      dramatis_xml_free(whole)
    }
    return attributes
  }

  private func read(_ buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
    let count = min(length, bytes.count - offset)
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: buffer, count: count).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    offset += count
    return Int32(count)
  }

  private func fault() -> RecordsError {
    guard let error = xmlGetLastError(), let message = error.pointee.message else {
      return RecordsError("it is not valid XML", line: line)
    }
    let words = String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    return RecordsError("it is not valid XML: \(words)", line: max(1, Int(error.pointee.line)))
  }

  private func text(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// libxml2 is safe for many threads once this has been done on one.
  private static let isLibraryReady: Bool = {
    xmlInitParser()
    return true
  }()
}
