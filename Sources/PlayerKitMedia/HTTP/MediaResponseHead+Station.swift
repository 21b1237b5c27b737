import PlayerKit

// What a response's head reveals about a station, and whether its stream has an end.
extension MediaResponseHead {
  /// Whether a body has an end.
  enum Liveness: Sendable, Equatable {
    /// It has an end.
    case none
    /// It probably has no end, but the server is not known to host stations, so a stop counts as
    /// the end.
    case likely
    /// It has no end: if it stops, the connection broke.
    case certain
  }

  var isLive: Bool { liveness != .none }

  /// Whether it has no end, according to the head. If so, a stop means that it broke off.
  var isEndless: Bool { liveness == .certain && bodyLength == nil }

  /// The length of the body in bytes, including titles; `nil` if the server does not state it.
  var bodyLength: Int64? { status == 200 ? contentLength : nil }

  /// Whether the body may be Ogg, according to the head.
  var mayBeOgg: Bool {
    contentType.map { $0.hasSuffix("ogg") || $0.hasSuffix("opus") || $0.hasSuffix("flac") } ?? true
  }

  /// Whether the body is a sequence of MPEG audio frames.
  var isMPEGAudio: Bool {
    [
      "audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/mpeg3", "audio/aac", "audio/aacp",
      "audio/x-aac",
    ].contains(contentType)
  }

  /// Returns the media type without parameters: `Audio/MPEG; charset=x` becomes `audio/mpeg`.
  static func essence(_ type: String) -> String {
    (type.split(separator: ";").first ?? "").filter { $0 != " " }.lowercased()
  }

  private static let stationFields = [
    "icy-name", "icy-br", "icy-genre", "icy-url", "icy-pub", "icy-description", "icy-metadata",
    "icy-notice1", "icy-notice2", "icy-sr", "icy-logo", "icy-version", "icy-audio-info",
    "ice-audio-info",
  ]

  private static let stationServers = ["icecast", "shoutcast", "liquidsoap", "limecast"]

  /// Fields with which file servers announce the duration of a body without a length.
  private static let endedFields = [
    "x-content-duration", "content-duration", "content-disposition", "x-estimated-content-length",
  ]

  func liveness(isBounded: Bool, _ field: (String) -> String?) -> Liveness {
    if icyInterval != nil { return .certain }
    if isBounded || isText { return .none }
    let server = field("Server")?.lowercased() ?? ""
    let isStation =
      Self.stationFields.contains { field($0) != nil }
      || Self.stationServers.contains { server.hasPrefix($0) }
    if isStation { return .certain }
    let isFresh = ["no-store", "no-cache"].contains {
      field("Cache-Control")?.lowercased().contains($0) == true
    }
    let isGuessed =
      status == 200 && isAudio && isFresh && !isCompressed && validator == nil
      && field("Accept-Ranges") == nil && !Self.endedFields.contains { field($0) != nil }
    return isGuessed ? .likely : .none
  }

  private var isAudio: Bool {
    contentType.map { $0.hasPrefix("audio/") || $0.hasSuffix("/ogg") } ?? false
  }

  /// Whether it is text: a playlist, or a page that explains an error.
  private var isText: Bool {
    contentType.map {
      $0.hasPrefix("text/") || $0.hasSuffix("json") || $0.hasSuffix("xml") || Self.isList($0)
    } ?? false
  }

  // MARK: The station

  static func station(_ field: (String) -> String?) -> StreamMetadata {
    func text(_ name: String) -> String? { field(name).flatMap(StationText.clean) }
    return StreamMetadata(
      name: text("icy-name"),
      genre: text("icy-genre"),
      description: text("icy-description"),
      homepage: text("icy-url"),
      logo: text("icy-logo"),
      bitRate: text("icy-br").flatMap { bitRate($0) }
        ?? (text("ice-audio-info") ?? text("icy-audio-info")).flatMap { bitRate(info: $0) }
    )
  }

  /// Parses `128`, `128, 128` or `128k` as kilobits per second.
  private static func bitRate(_ text: some StringProtocol) -> Int? {
    let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
    return Int(digits).flatMap { (1...100_000).contains($0) ? $0 * 1_000 : nil }
  }

  /// Parses `ice-samplerate=44100;ice-bitrate=128;ice-channels=2`.
  private static func bitRate(info: String) -> Int? {
    for part in info.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased().hasSuffix("bitrate") else { continue }
      return bitRate(pair[1])
    }
    return nil
  }
}
