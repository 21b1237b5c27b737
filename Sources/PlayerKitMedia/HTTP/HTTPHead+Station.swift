import PlayerKit

// What a head tells of a station, and whether its stream has an end.
extension HTTPHead {
  /// What is known of the end of a body.
  enum Liveness: Sendable, Equatable {
    /// It has one.
    case none
    /// It probably has none, though the server is not known for stations: its end is taken for one.
    case likely
    /// It has none: where it ends, it broke off.
    case certain
  }

  var isLive: Bool { liveness != .none }

  /// Whether it has no end, as far as the head tells. Then it broke off where it ends.
  var isEndless: Bool { liveness == .certain && bodyLength == nil }

  /// How many bytes come, titles among them; `nil` where the server does not say.
  var bodyLength: Int64? { status == 200 ? contentLength : nil }

  /// Whether Ogg may come, as far as the head tells.
  var mayBeOgg: Bool {
    contentType.map { $0.hasSuffix("ogg") || $0.hasSuffix("opus") || $0.hasSuffix("flac") } ?? true
  }

  /// Whether frames of MPEG audio are to come, one behind the other.
  var isMPEGAudio: Bool {
    [
      "audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/mpeg3", "audio/aac", "audio/aacp",
      "audio/x-aac",
    ].contains(contentType)
  }

  /// `Audio/MPEG; charset=x` is `audio/mpeg`.
  static func essence(_ type: String) -> String {
    (type.split(separator: ";").first ?? "").filter { $0 != " " }.lowercased()
  }

  private static let stationFields = [
    "icy-name", "icy-br", "icy-genre", "icy-url", "icy-pub", "icy-description", "icy-metadata",
    "icy-notice1", "icy-notice2", "icy-sr", "icy-logo", "icy-version", "icy-audio-info",
    "ice-audio-info",
  ]

  private static let stationServers = ["icecast", "shoutcast", "liquidsoap", "limecast"]

  /// Fields by which servers of files say how long it is what they send without a length.
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

  /// Whether it is something to be read: a list of what the server sends, or a page that says why
  /// nothing is played.
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

  /// `128`, `128, 128`, `128k`: kilobits per second.
  private static func bitRate(_ text: some StringProtocol) -> Int? {
    let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
    return Int(digits).flatMap { (1...100_000).contains($0) ? $0 * 1_000 : nil }
  }

  /// `ice-samplerate=44100;ice-bitrate=128;ice-channels=2`
  private static func bitRate(info: String) -> Int? {
    for part in info.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased().hasSuffix("bitrate") else { continue }
      return bitRate(pair[1])
    }
    return nil
  }
}
