import CLibXML2
import System

/// libxml2's reader: node by node, without network, external DTDs or declared entities.
final class XMLReader {
  enum Node {
    case start(name: String, isEmpty: Bool)
    case end
    case text(String)
  }

  private var source: XMLRepair
  private var reader: xmlTextReaderPtr?
  /// The absolute `xml:base` of each open element that has one, with the element's depth.
  private var bases: [(depth: Int32, address: [xmlChar])] = []
  /// The number of namespaces of each open element that declares some.
  private var namespaces: [(depth: Int32, count: Int)] = []
  /// Bytes that have been read.
  var offset: Int { source.offset }
  /// Faults that were repaired, a sentence each.
  var warnings: [String] { source.warnings }

  /// Bytes of an `xml:base`, with which every link below it is joined.
  static let baseLimit = 2_048
  /// Namespaces in scope: libxml2 searches them for each name with a prefix.
  static let namespaceLimit = 200
  /// Different names of elements and attributes: libxml2's table of them has a fixed size.
  static let nameLimit = 50_000

  init(_ bytes: Numbers<UInt8>) throws(RecordsError) {
    source = XMLRepair(bytes)
    guard !XMLScan.isUnreadable(bytes) else {
      throw RecordsError("it is not in UTF-8 or another encoding that is read", line: 1)
    }
    _ = Self.isLibraryReady
    dramatis_xml_silence()
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    reader = xmlReaderForIO(
      { context, buffer, length in
        guard let context, let buffer else { return -1 }
        return Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue().read(buffer, Int(length))
      }, nil, Unmanaged.passUnretained(self).toOpaque(), nil, nil, Int32(options))
    guard reader != nil else { throw RecordsError("XML cannot be read: out of memory") }
  }

  deinit { xmlFreeTextReader(reader) }

  /// Counted from 1.
  var line: Int { source.linesBefore + max(1, Int(xmlTextReaderGetParserLineNumber(reader))) }

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
        try checkNames()
        try updateBases()
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
  private func updateBases() throws(RecordsError) {
    let depth = xmlTextReaderDepth(reader)
    while let last = bases.last, last.depth >= depth { bases.removeLast() }
    guard xmlTextReaderHasAttributes(reader) == 1,
      let base = xmlTextReaderGetAttributeNs(reader, "base", "http://www.w3.org/XML/1998/namespace")
    else { return }
    defer { dramatis_xml_free(base) }
    let tooLong = RecordsError("its xml:base is longer than \(Self.baseLimit) bytes", line: line)
    guard xmlStrlen(base) <= Self.baseLimit else { throw tooLong }
    guard let whole = xmlBuildURI(base, bases.last?.address ?? [0]) else { return }
    defer { dramatis_xml_free(whole) }
    let count = Int(xmlStrlen(whole))
    guard count <= Self.baseLimit else { throw tooLong }
    bases.append((depth, Array(UnsafeBufferPointer(start: whole, count: count + 1))))
  }

  /// Limits the names and namespaces, which make each further name slower.
  private func checkNames() throws(RecordsError) {
    guard let node = xmlTextReaderCurrentNode(reader) else { return }
    if let names = node.pointee.doc?.pointee.dict, xmlDictSize(names) > Self.nameLimit {
      throw RecordsError("it has more than \(Self.nameLimit) different names", line: line)
    }
    let depth = xmlTextReaderDepth(reader)
    while let last = namespaces.last, last.depth >= depth { namespaces.removeLast() }
    var count = 0
    var next = node.pointee.nsDef
    while let namespace = next {
      count += 1
      next = namespace.pointee.next
    }
    guard count > 0 else { return }
    namespaces.append((depth, count))
    guard namespaces.reduce(0, { $0 + $1.count }) <= Self.namespaceLimit else {
      throw RecordsError("more than \(Self.namespaceLimit) namespaces hold at one place", line: line)
    }
  }

  private func read(_ buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
    let count = source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
    return source.excess == nil ? Int32(count) : -1
  }

  private func fault() -> RecordsError {
    if let excess = source.excess { return RecordsError(excess, line: line) }
    guard let error = xmlGetLastError() else { return RecordsError("it is not valid XML", line: line) }
    return RecordsError(
      "it is not valid XML: \(Self.words(for: error.pointee.code))",
      line: source.linesBefore + max(1, Int(error.pointee.line)))
  }

  /// The fault in our own words: libxml2's messages repeat the document's text.
  private static func words(for code: Int32) -> String {
    switch xmlParserErrors(UInt32(code)) {
    case XML_ERR_DOCUMENT_EMPTY: "it is empty"
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
