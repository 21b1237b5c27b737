import PlayerKitCXML

/// A tree of elements, parsed by libxml2's recovering parsers without network access, files or
/// entities.
///
/// Not thread-safe: use it from one thread at a time.
final class MarkupTree {
  private let document: xmlDocPtr

  /// Parses XML; `nil` if no part of it can be read.
  convenience init?(xml text: [UInt8]) {
    self.init(text) { start, count in
      xmlReadMemory(start, count, nil, "UTF-8", Int32(cxml_xml_options))
    }
  }

  /// Parses tags that only resemble XML: case is ignored, and unclosed elements are closed.
  convenience init?(tags text: [UInt8]) {
    self.init(text) { start, count in
      htmlReadMemory(start, count, nil, "UTF-8", Int32(cxml_html_options))
    }
  }

  private init?(_ text: [UInt8], _ read: (UnsafePointer<CChar>?, Int32) -> xmlDocPtr?) {
    Self.prepare
    guard let count = Int32(exactly: text.count),
      let document = text.withUnsafeBytes({ read($0.bindMemory(to: CChar.self).baseAddress, count) }
      )
    else { return nil }
    self.document = document
  }

  deinit {
    xmlFreeDoc(document)
  }

  // Sets up state that all threads share.
  private static let prepare: Void = xmlInitParser()

  /// Calls a function for each element, in document order, until it returns `false`. Elements are
  /// valid only as long as the tree.
  func forEachElement(_ body: (MarkupElement) -> Bool) {
    let root = xmlDocGetRootElement(document)
    var node = root
    while let current = node {
      if current.pointee.type == XML_ELEMENT_NODE, !body(MarkupElement(node: current)) { return }
      node = current.pointee.type == XML_ELEMENT_NODE ? current.pointee.children : nil
      var last = current
      while node == nil, last != root {
        node = last.pointee.next
        guard node == nil, let parent = last.pointee.parent else { break }
        last = parent
      }
    }
  }

  var root: MarkupElement? {
    xmlDocGetRootElement(document).map { MarkupElement(node: $0) }
  }
}

/// One element. Valid only as long as its tree.
struct MarkupElement {
  fileprivate let node: xmlNodePtr

  /// The name without a prefix, in lower case.
  var name: String { Self.string(node.pointee.name).lowercased() }

  /// The child elements, in order.
  var children: [MarkupElement] {
    var children: [MarkupElement] = []
    var child = node.pointee.children
    while let current = child {
      if current.pointee.type == XML_ELEMENT_NODE { children.append(MarkupElement(node: current)) }
      child = current.pointee.next
    }
    return children
  }

  /// The enclosing element; `nil` at the root.
  var parent: MarkupElement? {
    guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else {
      return nil
    }
    return MarkupElement(node: parent)
  }

  /// The element's own text, without the text of its children.
  var text: String { Self.text(from: node.pointee.children) }

  /// Returns the value of an attribute, by its lowercase name without a prefix.
  func attribute(_ name: String) -> String? {
    var attribute = node.pointee.properties
    while let current = attribute {
      if Self.string(current.pointee.name).lowercased() == name {
        return PlaylistText.trimmed(Self.text(from: current.pointee.children))
      }
      attribute = current.pointee.next
    }
    return nil
  }

  // Entities are never expanded.
  private static func text(from first: xmlNodePtr?) -> String {
    var text = ""
    var node = first
    while let current = node, text.utf8.count <= PlaylistText.longestLine {
      let type = current.pointee.type
      if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE {
        text += string(current.pointee.content)
      }
      node = current.pointee.next
    }
    return PlaylistText.trimmed(text)
  }

  private static func string(_ pointer: UnsafePointer<xmlChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

/// Tolerates markup errors that are common in playlists.
enum Markup {
  /// Returns whether the text defines its own entities. No playlist needs them.
  static func definesEntities(_ text: [UInt8]) -> Bool {
    let mark = Array("<!entity".utf8)
    var index = text.startIndex
    while let start = text[index...].firstIndex(of: mark[0]) {
      let piece = text[start...].prefix(mark.count).map {
        (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
      }
      if piece == mark { return true }
      index = start + 1
    }
    return false
  }

  /// Replaces each `&` that starts no known reference with `&amp;`. CDATA and comments stay
  /// unchanged.
  static func escaping(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let literal = literal(at: rest) {
        result += literal
        rest = rest[literal.endIndex...]
        continue
      }
      result.append(byte)
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "&"), !beginsReference(rest) { result += Array("amp;".utf8) }
    }
    return result
  }

  private static let literals = [("<![CDATA[", "]]>"), ("<!--", "-->")].map {
    (Array($0.utf8), Array($1.utf8))
  }

  /// Returns the CDATA section or comment at the start, with its delimiters; `nil` if there is
  /// none.
  private static func literal(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for (open, close) in literals where text.starts(with: open) {
      var rest = text.dropFirst(open.count)
      while !rest.isEmpty, !rest.starts(with: close) { rest = rest.dropFirst() }
      return text[..<rest.prefix(close.count).endIndex]
    }
    return nil
  }

  private static func beginsReference(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix(10).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else {
      return false
    }
    let known = ["amp", "lt", "gt", "quot", "apos"]
    let word = String(decoding: name, as: UTF8.self)
    if known.contains(word) { return true }
    guard word.hasPrefix("#") else { return false }
    let digits = word.dropFirst()
    return digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) != nil : UInt32(digits) != nil
  }
}
