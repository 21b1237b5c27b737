import PlayerKitCXML

/// The name of an element and its namespace.
package struct MarkupName {
  /// In lowercase, without a prefix.
  package var name: String
  package var prefix: String?
  package var space: String?
}

/// An attribute.
package struct MarkupAttribute {
  /// In lowercase, without a prefix.
  package var name: String
  package var prefix: String?
  package var value: String
}

/// Receives the contents of a document in order.
package protocol MarkupHandler: AnyObject {
  /// Whether to stop reading.
  var isTooDeep: Bool { get }

  func begin(_ name: MarkupName, _ attributes: [MarkupAttribute])
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  func end()
}

/// Parses XML piece by piece with libxml2's recovering parser, without a tree, network, files and
/// entities. Stops at errors that the parser cannot recover from. Names and texts are limited to 10
/// MB, and the handler limits the depth.
///
/// Not thread-safe: use it from one thread at a time.
package final class MarkupStream {
  private let handler: any MarkupHandler
  private var parser: xmlParserCtxtPtr?

  package init(_ handler: any MarkupHandler) {
    self.handler = handler
    Self.prepare
    var calls = xmlSAXHandler()
    calls.initialized = UInt32(XML_SAX2_MAGIC)
    calls.startElementNs = { context, name, prefix, space, _, _, count, defaulted, attributes in
      // Attributes that a document type would add follow the written ones.
      MarkupStream.of(context)?.began(name, prefix, space, Int(count) - Int(defaulted), attributes)
    }
    calls.internalSubset = { context, _, _, _ in MarkupStream.of(context)?.refuse() }
    calls.endElementNs = { context, _, _, _ in MarkupStream.of(context)?.handler.end() }
    calls.characters = { context, start, count in
      MarkupStream.of(context)?.handler
        .text(UnsafeBufferPointer(start: start, count: max(0, Int(count))))
    }
    calls.cdataBlock = calls.characters
    calls.ignorableWhitespace = calls.characters
    let context = Unmanaged.passUnretained(self).toOpaque()
    parser = xmlCreatePushParserCtxt(&calls, context, nil, 0, nil)
    // Without the second option, `&amp;` in an attribute stays a reference. Entities cannot expand,
    // because a document type ends the parsing.
    let options = Int32(cxml_xml_options) | Int32(XML_PARSE_NOENT.rawValue)
    if let parser { xmlCtxtUseOptions(parser, options) }
  }

  deinit {
    guard let parser else { return }
    // libxml2 stores declarations of a document type there, but does not free them.
    if let document = parser.pointee.myDoc { xmlFreeDoc(document) }
    parser.pointee.myDoc = nil
    xmlFreeParserCtxt(parser)
  }

  // Initializes the state that threads share.
  private static let prepare: Void = xmlInitParser()

  /// Parses the next bytes.
  ///
  /// - Returns: Whether the parser can continue.
  package func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let parser, let count = Int32(exactly: bytes.count) else { return false }
    guard count > 0 else { return true }
    xmlParseChunk(parser, bytes.bindMemory(to: CChar.self).baseAddress, count, 0)
    return parser.pointee.disableSAX == 0 && !handler.isTooDeep
  }

  /// Parses to the end.
  package func finish() {
    if let parser { xmlParseChunk(parser, nil, 0, 1) }
  }

  /// Stops at a document type, which feeds and answers do not need.
  private func refuse() {
    if let parser { xmlStopParser(parser) }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MarkupStream? {
    context.map { Unmanaged<MarkupStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func began(
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?,
    _ space: UnsafePointer<xmlChar>?,
    _ count: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    var read: [MarkupAttribute] = []
    // Each has a name, a prefix, a namespace, and the start and end of the value.
    for index in 0..<max(0, count) {
      guard let attributes, let start = attributes[index * 5 + 3],
        let end = attributes[index * 5 + 4],
        end >= start
      else { continue }
      let value = UnsafeBufferPointer(start: start, count: end - start)
      read.append(
        MarkupAttribute(
          name: Self.string(attributes[index * 5])?.lowercased() ?? "",
          prefix: Self.string(attributes[index * 5 + 1]),
          value: String(decoding: value, as: UTF8.self)
        )
      )
    }
    handler.begin(
      MarkupName(
        name: Self.string(name)?.lowercased() ?? "",
        prefix: Self.string(prefix),
        space: Self.string(space)
      ),
      read
    )
  }

  private static func string(_ pointer: UnsafePointer<xmlChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
