import PlayerKitCXML

/// A tree of elements, by libxml2's recovering readers: without network, files and entities.
///
/// Serial: one thread at a time.
final class MarkupTree {
  private let document: xmlDocPtr

  /// Reads XML; `nil` where not even a part of it can be read.
  convenience init?(xml text: [UInt8]) {
    self.init(text) { start, count in
      xmlReadMemory(start, count, nil, "UTF-8", Int32(cxml_xml_options))
    }
  }

  /// Reads what only looks like XML: case does not count, and what is not closed is closed.
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

  // Threads share what this makes.
  private static let prepare: Void = xmlInitParser()

  /// All elements, in the order in which they begin. Lives as long as the tree does.
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

/// One element. Not to be used when its tree is gone.
struct MarkupElement {
  fileprivate let node: xmlNodePtr

  /// Its name without a prefix, in lower case.
  var name: String { Self.string(node.pointee.name).lowercased() }

  /// The elements in it, in order.
  var children: [MarkupElement] {
    var children: [MarkupElement] = []
    var child = node.pointee.children
    while let current = child {
      if current.pointee.type == XML_ELEMENT_NODE { children.append(MarkupElement(node: current)) }
      child = current.pointee.next
    }
    return children
  }

  /// The element around it.
  var parent: MarkupElement? {
    guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else {
      return nil
    }
    return MarkupElement(node: parent)
  }

  /// Its own text, without that of elements in it.
  var text: String { Self.text(from: node.pointee.children) }

  /// The value of an attribute, by its name in lower case without a prefix.
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

  // What an entity stands for is never looked at.
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

/// Markup as people write it.
enum Markup {
  /// Whether it defines entities of its own. No list needs that.
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

  /// With `&amp;` for each `&` that begins nothing that is known. In CDATA and comments it is what it is.
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

  /// What stands there as it is, with its marks; `nil` where nothing of that kind begins.
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
