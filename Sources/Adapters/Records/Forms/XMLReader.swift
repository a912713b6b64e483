import CLibXML2
import System

/// libxml2's reader: node by node, without network, external DTDs or declared entities.
final class XMLReader {
  enum Node {
    case start(name: String, isEmpty: Bool)
    case end
    case text(String)
  }

  private let bytes: Numbers<UInt8>
  /// Bytes that libxml2 has taken.
  private var taken = 0
  private let isRepaired: Bool
  /// Lines before the first tag, where a declaration must not stand.
  private let linesBefore: Int
  private var reader: xmlTextReaderPtr?
  /// The absolute `xml:base` of each open element that has one, with the element's depth.
  private var bases: [(depth: Int32, address: [xmlChar])] = []

  /// - Parameters:
  ///   - bytes: the document in UTF-8; the encoding that it declares is ignored.
  ///   - isRepaired: whether ``XMLRepair`` has read it.
  init(_ bytes: Numbers<UInt8>, isRepaired: Bool = false) throws(RecordsError) {
    let start = bytes.firstIndex { $0 > 0x20 } ?? 0
    (self.bytes, self.isRepaired) = (bytes.part(from: start), isRepaired)
    linesBefore = bytes.line(at: start) - 1
    _ = Self.isLibraryReady
    dramatis_xml_silence()
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    reader = xmlReaderForIO(
      { context, buffer, length in
        guard let context, let buffer else { return -1 }
        return Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue().read(buffer, Int(length))
      }, nil, Unmanaged.passUnretained(self).toOpaque(), nil, nil, Int32(options))
    guard reader != nil else { throw RecordsError("XML cannot be read: out of memory") }
  }

  deinit { xmlFreeTextReader(reader) }

  /// Counted from 1.
  var line: Int { linesBefore + max(1, Int(xmlTextReaderGetParserLineNumber(reader))) }

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
        updateBases()
        return .start(
          name: text(xmlTextReaderConstName(reader)), isEmpty: xmlTextReaderIsEmptyElement(reader) == 1)
      case XML_READER_TYPE_END_ELEMENT: return .end
      case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA: return .text(text(xmlTextReaderConstValue(reader)))
      case XML_READER_TYPE_ENTITY_REFERENCE:
        throw RecordsError("it uses entities, which are not read", line: line)
      case XML_READER_TYPE_DOCUMENT_TYPE:
        // Entities in attributes' values would be replaced silently.
        let type = UnsafeMutableRawPointer(xmlTextReaderCurrentNode(reader))?.assumingMemoryBound(
          to: xmlDtd.self)
        if type?.pointee.entities != nil || type?.pointee.pentities != nil {
          throw RecordsError("it declares entities, which are not read", line: line)
        }
        // Every element would get all defaults of its name.
        if type?.pointee.attributes != nil {
          throw RecordsError("it declares attributes, which are not read", line: line)
        }
        // Names that its DTD may define would be left out silently.
        if type?.pointee.SystemID != nil, !isRepaired {
          throw RecordsError("it refers to a DTD, which is not read", line: line)
        }
      default: continue
      }
    }
  }

  /// Whether the current element is in the namespace of XHTML.
  var isXHTML: Bool {
    guard let name = xmlTextReaderConstNamespaceUri(reader) else { return false }
    return xmlStrEqual(name, "http://www.w3.org/1999/xhtml") == 1
  }

  /// The attributes of the current element without namespace declarations; addresses are resolved against the
  /// `xml:base` in scope.
  func attributes() -> [(name: String, value: String)] {
    guard xmlTextReaderHasAttributes(reader) == 1 else { return [] }
    var attributes: [(String, String)] = []
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      if xmlTextReaderIsNamespaceDecl(reader) == 1 { continue }
      attributes.append((text(xmlTextReaderConstName(reader)), text(xmlTextReaderConstValue(reader))))
    }
    xmlTextReaderMoveToElement(reader)
    guard let base = bases.last?.address else { return attributes }
    for (index, (name, value)) in attributes.enumerated() where name == "href" || name == "src" {
      guard let whole = xmlBuildURI(value, base) else { continue }
      attributes[index].1 = text(whole)
      dramatis_xml_free(whole)
    }
    return attributes
  }

  /// Records the `xml:base` of the current element.
  private func updateBases() {
    let depth = xmlTextReaderDepth(reader)
    while let last = bases.last, last.depth >= depth { bases.removeLast() }
    guard xmlTextReaderHasAttributes(reader) == 1,
      let base = xmlTextReaderGetAttributeNs(reader, "base", "http://www.w3.org/XML/1998/namespace")
    else { return }
    defer { dramatis_xml_free(base) }
    guard let whole = xmlBuildURI(base, bases.last?.address ?? [0]) else { return }
    defer { dramatis_xml_free(whole) }
    bases.append((depth, Array(UnsafeBufferPointer(start: whole, count: Int(xmlStrlen(whole)) + 1))))
  }

  private func read(_ buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
    let piece = bytes.part(taken..<min(taken + length, bytes.count))
    piece.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: length).copyMemory(from: $0) }
    taken += piece.count
    return Int32(piece.count)
  }

  private func fault() -> RecordsError {
    guard let error = xmlGetLastError() else { return RecordsError("it is not valid XML", line: line) }
    return RecordsError(
      "it is not valid XML: \(Self.words(for: error.pointee.code))",
      line: linesBefore + max(1, Int(error.pointee.line)))
  }

  /// The fault in our own words: libxml2's messages repeat the document's text.
  private static func words(for code: Int32) -> String {
    switch xmlParserErrors(UInt32(code)) {
    case XML_ERR_DOCUMENT_EMPTY: "it is empty"
    case XML_ERR_INTERNAL_ERROR: "its elements are nested too deeply, or a text is longer than 10 MB"
    case XML_ERR_TAG_NAME_MISMATCH: "an end tag does not match its start tag"
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_DOCUMENT_END: "it ends within an element"
    case XML_ERR_UNDECLARED_ENTITY, XML_ERR_NAME_REQUIRED, XML_ERR_ENTITYREF_SEMICOL_MISSING:
      "an & that begins no known entity; write &amp;"
    case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF: "a character that XML does not allow"
    case XML_ERR_INVALID_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_UNKNOWN_ENCODING:
      "bytes that are not in its encoding"
    case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_LT_IN_ATTRIBUTE,
      XML_ERR_GT_REQUIRED:
      "a tag whose > or whose quotation marks are missing"
    default: "libxml2's error \(code)"
    }
  }

  private func text(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// libxml2 is thread-safe once one thread has initialised it.
  private static let isLibraryReady: Void = xmlInitParser()
}
