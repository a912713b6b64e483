import CLibXML2

/// libxml2's HTML parser, which reports to a writer; no tree is built.
enum MarkupParser {
  /// - Parameter markup: What ``MarkupCleaner`` returns.
  static func parse(_ markup: [UInt8], into writer: inout MarkupWriter) {
    _ = isLibraryReady
    markup.withUnsafeBufferPointer { buffer in
      guard let length = Int32(exactly: buffer.count) else { return }
      let context = buffer.withMemoryRebound(to: CChar.self) {
        htmlCreateMemoryParserCtxt($0.baseAddress, length)
      }
      guard let context else { return }
      defer { htmlFreeParserCtxt(context) }
      xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
      // Otherwise a `<meta charset>` would change how the rest is decoded.
      htmlCtxtUseOptions(context, Int32(HTML_PARSE_IGNORE_ENC.rawValue))
      context.pointee.sax.pointee = handler
      withUnsafeMutablePointer(to: &writer) {
        context.pointee.userData = UnsafeMutableRawPointer($0)
        htmlParseDocument(context)
      }
    }
  }

  /// libxml2 is safe for many threads once this has been done on one.
  private static let isLibraryReady: Bool = {
    xmlInitParser()
    return true
  }()

  private static var handler: htmlSAXHandler {
    var handler = htmlSAXHandler()
    handler.startElement = { user, name, attributes in
      var link = MarkupWriter.LinkAttributes()
      var attribute = attributes
      while let current = attribute, let name = current[0] {
        let name = MarkupParser.bytes(name)
        if name.elementsEqual("href".utf8) { link.href = MarkupParser.bytes(current[1]) }
        if name.elementsEqual("title".utf8) { link.title = MarkupParser.bytes(current[1]) }
        attribute = current + 2
      }
      MarkupParser.writer(user)?.pointee.start(Tag(MarkupParser.bytes(name)), link)
    }
    handler.endElement = { user, _ in MarkupParser.writer(user)?.pointee.end() }
    handler.characters = { user, text, length in
      MarkupParser.writer(user)?.pointee.append(UnsafeBufferPointer(start: text, count: Int(length)))
    }
    handler.ignorableWhitespace = handler.characters
    // The content of scripts and styles, which would be reported as characters without it.
    handler.cdataBlock = { _, _, _ in }
    return handler
  }

  private static func writer(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MarkupWriter>? {
    user?.assumingMemoryBound(to: MarkupWriter.self)
  }

  private static func bytes(_ string: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: string, count: string == nil ? 0 : Int(xmlStrlen(string)))
  }
}
