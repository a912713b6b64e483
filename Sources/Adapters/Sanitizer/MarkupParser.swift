import CLibXML2

/// libxml2's HTML parser, which says to a writer what it reads.
enum MarkupParser {
  /// Reads markup as ``MarkupRepair`` leaves it.
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

  /// What libxml2 calls; no tree is built, and errors are of no interest.
  private static var handler: htmlSAXHandler {
    var handler = htmlSAXHandler()
    handler.startElement = { user, name, attributes in
      var link = MarkupWriter.LinkAttributes()
      var attribute = attributes
      while let current = attribute, let name = current[0] {
        let value = MarkupParser.bytes(current[1])
        if name[0] == UInt8(ascii: "h") { link.href = value } else { link.title = value }
        attribute = current + 2
      }
      MarkupParser.writer(user)?.pointee.start(MarkupParser.tag(name), link)
    }
    handler.endElement = { user, _ in MarkupParser.writer(user)?.pointee.end() }
    handler.characters = { user, text, length in
      MarkupParser.writer(user)?.pointee.append(UnsafeBufferPointer(start: text, count: Int(length)))
    }
    handler.ignorableWhitespace = handler.characters
    handler.comment = { user, name in
      if let tag = MarkupParser.tag(name) {
        MarkupParser.writer(user)?.pointee.endInline(tag)
      } else {
        MarkupParser.writer(user)?.pointee.cutText()
      }
    }
    return handler
  }

  private static func writer(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MarkupWriter>? {
    user?.assumingMemoryBound(to: MarkupWriter.self)
  }

  private static func tag(_ name: UnsafePointer<xmlChar>?) -> Tag? {
    guard let name else { return nil }
    // Containers come as `x-ul`.
    return Tag(bytes(name[1] == UInt8(ascii: "-") ? name + 2 : name))
  }

  private static func bytes(_ string: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: string, count: string == nil ? 0 : Int(xmlStrlen(string)))
  }
}
