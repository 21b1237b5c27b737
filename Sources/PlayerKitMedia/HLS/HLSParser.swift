import PlayerKitSystem

/// Parses an HLS playlist. Pure.
///
/// It reads the tags of RFC 8216 and its successor and ignores all others, such as low-latency
/// parts, I-frame playlists, date ranges and session keys: a part names the key that it needs.
struct HLSParser {
  /// The maximum size of a playlist. Thousands of parts with signed URLs take several MiB.
  static let maxBytes = 16 << 20
  static let maximumLines = 100_000
  /// The maximum length of a URL, with variables replaced.
  static let maximumAddressBytes = 8 << 10
  /// The minimum duration of a part, so that time advances.
  private static let leastDuration = Duration.milliseconds(10)

  /// The part of the stream that only the service's own players can decrypt, according to the last
  /// key.
  private enum Protection {
    case none
    /// The samples within a part.
    case samples
    /// Whole parts and initialization sections.
    case resources
  }

  private let base: URL
  /// The variables of the master playlist.
  private let imported: [String: String]
  private var variables: [String: String]
  private var master = HLSMasterPlaylist()
  private var media = HLSMediaPlaylist(targetDuration: .zero)
  private var start: Duration?
  /// The attributes of the variant whose URL comes next.
  private var variant: HLSAttributes?
  private var hasVariants = false
  /// Whether any line, and any HLS tag, was read.
  private var hasBegun = false
  private var hasTags = false
  // The values for the next part.
  private var duration: Duration?
  private var title: String?
  private var range: (length: Int64, offset: Int64?)?
  private var isGap = false
  private var date: String?
  // The values for all parts from here on.
  private var key: HLSMediaPlaylist.Key?
  private var protection = Protection.none
  private var isInitializationProtected = false
  private var initialization: HLSMediaPlaylist.Initialization?
  private var discontinuities: Int64 = 0
  /// The end of the last range.
  private var lastEnd: Int64 = 0

  /// - Parameters:
  ///   - bytes: the playlist, in UTF-8.
  ///   - base: its URL, after redirects.
  ///   - variables: the variables of the master playlist, for import.
  /// - Throws: ``HLSFailure/noPlaylist`` also for other playlists: they start alike but have no HLS
  ///   tags.
  static func parse(
    _ bytes: some Collection<UInt8>,
    from base: URL,
    variables: [String: String] = [:]
  ) throws(HLSFailure) -> HLSPlaylist {
    guard bytes.count <= maxBytes else { throw .tooLarge }
    var parser = HLSParser(base: base, imported: variables)
    var count = 0
    // Line by line: an array of all lines could take much more memory than the playlist.
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...].dropFirst()
      if line.isEmpty { continue }
      count += 1
      guard count <= maximumLines else { throw .tooLarge }
      try parser.read(String(decoding: line, as: UTF8.self)[...])
    }
    guard parser.hasTags else { throw .noPlaylist }
    return try parser.finish()
  }

  private init(base: URL, imported: [String: String]) {
    self.base = base
    self.imported = imported
    variables = [:]
  }

  // MARK: Lines

  private mutating func read(_ line: Substring) throws(HLSFailure) {
    // A byte order mark may come first.
    let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let last = line.lastIndex(where: { !$0.isWhitespace }) else { return }
    let text = line[...last]
    guard hasBegun || text.first == "#" else { throw .noPlaylist }
    hasBegun = true
    guard text.first == "#" else { return try readAddress(String(text)) }
    let (name, value) = Self.tag(text)
    if name.hasPrefix("EXT-X-") { hasTags = true }
    try readTag(name, value)
  }

  /// Splits `#NAME:VALUE`.
  private static func tag(_ line: Substring) -> (name: Substring, value: Substring) {
    let tag = line.dropFirst()
    let colon = tag.firstIndex(of: ":") ?? tag.endIndex
    return (tag[..<colon], tag[colon...].dropFirst())
  }

  private mutating func readTag(_ name: Substring, _ value: Substring) throws(HLSFailure) {
    switch name {
    case "EXTINF": readLength(value)
    case "EXT-X-BYTERANGE": range = try Self.range(value)
    case "EXT-X-DISCONTINUITY": discontinuities += 1
    case "EXT-X-GAP": isGap = true
    case "EXT-X-KEY": try readKey(HLSAttributes(value))
    case "EXT-X-MAP": initialization = try readInitialization(HLSAttributes(value))
    case "EXT-X-PROGRAM-DATE-TIME": date = String(value)
    case "EXT-X-TARGETDURATION": media.targetDuration = Self.duration(value) ?? .zero
    case "EXT-X-MEDIA-SEQUENCE": media.firstNumber = try Self.number(value)
    case "EXT-X-DISCONTINUITY-SEQUENCE": discontinuities = try Self.number(value)
    case "EXT-X-ENDLIST": media.isEnded = true
    case "EXT-X-PLAYLIST-TYPE":
      media.kind = ["EVENT": .event, "VOD": .onDemand][value] ?? media.kind
    case "EXT-X-START": start = HLSAttributes(value)["TIME-OFFSET"].flatMap { Self.duration($0) }
    case "EXT-X-DEFINE": try define(HLSAttributes(value))
    case "EXT-X-STREAM-INF":
      variant = HLSAttributes(value)
      hasVariants = true
    case "EXT-X-MEDIA": try readRendition(HLSAttributes(value))
    default: break
    }
  }

  private mutating func readAddress(_ text: String) throws(HLSFailure) {
    let url = try address(text)
    if let attributes = variant {
      variant = nil
      master.variants.append(
        HLSMasterPlaylist.Variant(
          url: url,
          bandwidth: attributes.integer("BANDWIDTH") ?? 0,
          averageBandwidth: attributes.integer("AVERAGE-BANDWIDTH"),
          codecs: attributes["CODECS"].map(Self.codecs) ?? [],
          audioGroup: attributes["AUDIO"],
          hasResolution: attributes["RESOLUTION"] != nil
        )
      )
      return
    }
    guard !hasVariants else { return }
    let part = HLSMediaPlaylist.Part(
      number: 0,
      piece: try piece(url),
      duration: duration ?? media.targetDuration,
      title: title,
      key: key,
      initialization: initialization,
      isProtected: protection != .none || isInitializationProtected,
      discontinuities: discontinuities,
      isGap: isGap,
      date: date
    )
    media.parts.append(part)
    (duration, title, range, isGap, date) = (nil, nil, nil, false, nil)
  }

  private static func codecs(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
  }

  // MARK: Tags

  /// Parses `DURATION,TITLE`. Without a number, the value is the title.
  private mutating func readLength(_ value: Substring) {
    let comma = value.firstIndex(of: ",") ?? value.endIndex
    duration = Self.duration(value[..<comma]).map { max($0, Self.leastDuration) }
    let words = duration == nil ? value : value[comma...].dropFirst()
    title = words.isEmpty ? nil : String(words)
  }

  /// Creates a piece. Without an offset, its range starts at the end of the previous one, even of
  /// another resource, as in other players.
  private mutating func piece(_ url: URL) throws(HLSFailure) -> HLSMediaPlaylist.Piece {
    guard let range else { return .init(url: url) }
    let offset = range.offset ?? lastEnd
    guard offset <= MediaResponseHead.greatestLength else { throw .malformed }
    lastEnd = offset + range.length
    return .init(url: url, range: .init(offset: offset, length: range.length))
  }

  private mutating func readKey(_ attributes: HLSAttributes) throws(HLSFailure) {
    let format = attributes["KEYFORMAT"] ?? "identity"
    (key, protection) = (nil, .none)
    switch attributes["METHOD"] {
    case "NONE": break
    case "AES-128" where format == "identity":
      guard let text = attributes["URI"] else { throw .malformed }
      if attributes["IV"] != nil, attributes.vector("IV") == nil { throw .malformed }
      key = .init(url: try address(text), vector: attributes.vector("IV"))
    case let method:
      protection = method?.hasPrefix("SAMPLE-AES") == true ? .samples : .resources
    }
  }

  private mutating func readInitialization(
    _ attributes: HLSAttributes
  ) throws(HLSFailure) -> HLSMediaPlaylist.Initialization {
    guard let text = attributes["URI"] else { throw .malformed }
    // Methods that encrypt samples leave an initialization section unencrypted.
    isInitializationProtected = protection == .resources
    var piece = HLSMediaPlaylist.Piece(url: try address(text))
    if let range = try attributes["BYTERANGE"].map({ text throws(HLSFailure) in
      try Self.range(text[...])
    }) {
      piece.range = .init(offset: range.1 ?? 0, length: range.0)
    }
    return .init(piece: piece, key: key)
  }

  private mutating func readRendition(_ attributes: HLSAttributes) throws(HLSFailure) {
    hasVariants = true
    guard attributes["TYPE"] == "AUDIO", let group = attributes["GROUP-ID"] else { return }
    var rendition = HLSMasterPlaylist.Rendition(group: group, name: attributes["NAME"] ?? "")
    rendition.language = attributes["LANGUAGE"]
    rendition.isDefault = attributes.isYes("DEFAULT")
    rendition.isAutoselected = attributes.isYes("AUTOSELECT") || rendition.isDefault
    if let text = attributes["URI"] { rendition.url = try address(text) }
    master.renditions.append(rendition)
  }

  private mutating func define(_ attributes: HLSAttributes) throws(HLSFailure) {
    if let name = attributes["NAME"] {
      variables[name] = attributes["VALUE"] ?? ""
    } else if let name = attributes["IMPORT"] {
      guard let value = imported[name] else { throw .undefinedVariable }
      variables[name] = value
    } else if let name = attributes["QUERYPARAM"] {
      let items = URLComponents(url: base, resolvingAgainstBaseURL: true)?.queryItems
      guard let value = items?.first(where: { $0.name == name })?.value else {
        throw .undefinedVariable
      }
      variables[name] = value
    }
  }

  // MARK: Values

  private func address(_ text: String) throws(HLSFailure) -> URL {
    guard text.utf8.count <= Self.maximumAddressBytes else { throw .malformed }
    let text = try substituted(text)
    guard text.utf8.count <= Self.maximumAddressBytes else { throw .malformed }
    guard let url = WebAddress.url(text, relativeTo: base) else { throw .malformed }
    return url
  }

  /// Replaces `{$name}` with the variable's value, once each.
  private func substituted(_ text: String) throws(HLSFailure) -> String {
    guard text.contains("{$") else { return text }
    var result = ""
    var rest = text[...]
    while let begin = rest.firstRange(of: "{$"),
      let end = rest[begin.upperBound...].firstIndex(of: "}")
    {
      guard let value = variables[String(rest[begin.upperBound..<end])] else {
        throw .undefinedVariable
      }
      result += rest[..<begin.lowerBound] + value
      guard result.utf8.count <= Self.maximumAddressBytes else { throw .malformed }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  // MARK: The end

  private mutating func finish() throws(HLSFailure) -> HLSPlaylist {
    if hasVariants {
      guard !master.variants.isEmpty else { throw .malformed }
      master.start = start
      master.variables = variables
      return .master(master)
    }
    // Wherever the tag is, it gives the number of the first part.
    for index in media.parts.indices {
      media.parts[index].number = media.firstNumber + Int64(index)
    }
    // An on-demand playlist never grows, whether or not it states its end.
    if media.isEnded, media.kind == .live { media.kind = .onDemand }
    if media.kind == .onDemand { media.isEnded = true }
    media.start = start
    if media.targetDuration <= .zero {
      media.targetDuration = media.parts.map(\.duration).max() ?? .seconds(6)
    }
    return .media(media)
  }
}
