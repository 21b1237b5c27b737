import PlayerKitCXML

/// Extracts the text of an HTML page with libxml2's recovering parser, without network, files and
/// entities.
enum PageText {
  /// Elements that begin and end a line.
  private static let blocks: Set<String> = [
    "p", "br", "div", "li", "cite", "time", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "td",
    "section", "blockquote", "title", "dt", "dd", "pre", "article", "header", "footer",
  ]
  private static let hidden: Set<String> = ["script", "style", "template", "noscript"]

  /// Returns the text of the page with one line per block.
  static func text(of page: String) -> String {
    let bytes = page.utf8.filter { $0 != 0 }
    guard let count = Int32(exactly: bytes.count),
      let document = bytes.withUnsafeBytes({
        htmlReadMemory(
          $0.bindMemory(to: CChar.self).baseAddress,
          count,
          nil,
          "UTF-8",
          Int32(cxml_html_options)
        )
      })
    else { return "" }
    defer { xmlFreeDoc(document) }
    var text: [UInt8] = []
    var node = document.pointee.children
    while let current = node {
      let name = name(of: current)
      let isHidden = name.map(hidden.contains) ?? false
      mark(name, in: &text)
      if current.pointee.type == XML_TEXT_NODE || current.pointee.type == XML_CDATA_SECTION_NODE {
        append(current.pointee.content, to: &text)
      }
      if !isHidden, current.pointee.type == XML_ELEMENT_NODE, let child = current.pointee.children {
        node = child
        continue
      }
      node = following(current, &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the next node outside of this one.
  private static func following(_ node: xmlNodePtr, _ text: inout [UInt8]) -> xmlNodePtr? {
    var last: xmlNodePtr? = node
    while let current = last {
      mark(name(of: current), in: &text)
      if let next = current.pointee.next { return next }
      last = current.pointee.parent
      if last?.pointee.type != XML_ELEMENT_NODE { return nil }
    }
    return nil
  }

  private static func mark(_ name: String?, in text: inout [UInt8]) {
    if let name, blocks.contains(name) { text.append(0x0A) }
  }

  private static func append(_ content: UnsafePointer<xmlChar>?, to text: inout [UInt8]) {
    // A line break in HTML is a space.
    for byte in UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))) {
      text.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
    }
  }

  private static func name(of node: xmlNodePtr) -> String? {
    guard node.pointee.type == XML_ELEMENT_NODE, let name = node.pointee.name else { return nil }
    return String(cString: name).lowercased()
  }
}
