import PlayerKit

/// Turns parts into the bytes that libmpv reads: decrypted, without other data than audio if
/// possible, and continuous between parts. Pure.
struct HLSAssembler: Sendable {
  /// A part and the resources that it needs.
  struct Input: Sendable {
    var part: HLSMediaPlaylist.Part
    var bytes: [UInt8]
    var key: [UInt8]?
    var initialization: [UInt8]?
    var initializationKey: [UInt8]?
  }

  /// The time information of a part.
  struct Timing: Sendable, Equatable {
    /// The start on its own clock, in seconds.
    var timestamp: Double?
    /// The period after which that clock wraps around, in seconds; `nil` if it does not.
    var turn: Double?
    /// The duration in seconds; `nil` if not stated.
    var duration: Double?
    /// The length of a frame, as a part starts with a frame; `nil` if the clock is exact.
    var grid: Double?
  }

  struct Output: Sendable {
    var bytes: [UInt8]
    /// The metadata, and the byte offsets at which it applies.
    var announcements: [(offset: Int, metadata: StreamMetadata)]
    var timing: Timing
    /// The encoder's padding before the audio of the whole stream, and its length, in seconds.
    var padding = 0.0
    var length: Double?
    /// The delay before the audio in seconds, if a stream header in this part states it. It applies
    /// to the first part only.
    var delay = 0.0
    /// Whether the bytes contain their time. If so, libmpv's clock counts missing bytes before
    /// them.
    var isTimed = false
  }

  enum Failure: Error, Sendable, Equatable {
    /// The part needs another decoder than the stream began with.
    case otherFormat
    /// The part is invalid; later ones may be valid.
    case unreadable(PlayerError)
    case player(PlayerError)
  }

  /// The decoder for the bytes returned so far.
  private enum Format: Sendable, Equatable {
    case plain([UInt8])
    case packed(PackedAudio.Kind)
  }

  private var format: Format?
  private var stream = TransportStream()

  mutating func assemble(_ input: Input) throws(Failure) -> Output {
    let bytes = try Self.decrypted(input.bytes, input.key, Self.vector(of: input.part))
    let initialization = try input.initialization.map { bytes throws(Failure) in
      try Self.decrypted(
        bytes,
        input.initializationKey,
        input.part.initialization?.key?.vector ?? []
      )
    }
    let words = input.part.title.flatMap(StreamMetadata.ofPart)
    let spoken = words.map { [(offset: 0, metadata: $0)] } ?? []
    if TransportStream.begins(bytes) { return try demultiplexed(bytes, initialization, spoken) }
    guard let initialization else { return try packed(bytes, spoken) }
    return try fragments(bytes, initialization, spoken)
  }

  // MARK: Encryption

  private static func decrypted(
    _ bytes: [UInt8],
    _ key: [UInt8]?,
    _ vector: [UInt8]
  ) throws(Failure) -> [UInt8] {
    guard let key else { return bytes }
    guard let cipher = AES128(key: key) else { throw .player(HLSErrors.wrongKeyLength) }
    guard let plain = cipher.decrypt(bytes, vector: vector) else {
      throw .unreadable(HLSErrors.wrongKey)
    }
    return plain
  }

  /// Returns the playlist's initialization vector, or the part's number if it has none.
  private static func vector(of part: HLSMediaPlaylist.Part) -> [UInt8] {
    if let vector = part.key?.vector { return vector }
    let number = UInt64(clamping: part.number)
    return Array(repeating: 0, count: 8) + (0..<8).map { UInt8(number >> (56 - $0 * 8) & 0xFF) }
  }

  // MARK: Formats

  private mutating func turn(to format: Format) throws(Failure) -> Bool {
    guard let old = self.format else {
      self.format = format
      return true
    }
    guard old == format else { throw .otherFormat }
    return false
  }

  private mutating func demultiplexed(
    _ bytes: [UInt8],
    _ initialization: [UInt8]?,
    _ spoken: [(offset: Int, metadata: StreamMetadata)]
  ) throws(Failure) -> Output {
    let content = try demultiplexed((initialization ?? []) + bytes)
    let tags = content.tags.compactMap { tag in
      tag.tag.metadata.map { (offset: tag.offset, metadata: $0) }
    }
    let timestamp = content.timestamp.map { Double($0) / Self.clock }
    return try counted(content.audio, timestamp, spoken + tags, content.kind)
  }

  private mutating func demultiplexed(
    _ bytes: [UInt8]
  ) throws(Failure) -> TransportStream.Content {
    do throws(TransportStream.Failure) {
      return try stream.read(bytes)
    } catch {
      throw error == .protected ? .player(HLSErrors.protected) : .unreadable(HLSErrors.noAudio)
    }
  }

  private static let clock = 90_000.0
  private static let turn = Double(Int64(1) << 33) / clock

  /// The maximum number of tags read before the audio of a part.
  private static let maximumTags = 64

  private mutating func packed(
    _ bytes: [UInt8],
    _ spoken: [(offset: Int, metadata: StreamMetadata)]
  ) throws(Failure) -> Output {
    var rest = bytes[...]
    var timestamp: Double?
    var announcements = spoken
    var left = Self.maximumTags
    while left > 0, let (tag, length) = ID3Tag.read(rest) {
      left -= 1
      timestamp = timestamp ?? tag.timestamp.map { Double($0) / Self.clock }
      if let metadata = tag.metadata { announcements.append((0, metadata)) }
      rest = rest.dropFirst(length)
    }
    return try counted(Array(rest), timestamp, announcements, nil)
  }

  private mutating func counted(
    _ bytes: [UInt8],
    _ timestamp: Double?,
    _ announcements: [(offset: Int, metadata: StreamMetadata)],
    _ kind: PackedAudio.Kind?
  ) throws(Failure) -> Output {
    let dropped = min(PackedAudio.headerLength(bytes), bytes.count)
    let delay = dropped > 0 ? PackedAudio.delay(bytes) : 0
    let bytes = Array(bytes.dropFirst(dropped))
    let announcements = announcements.map {
      (offset: max(0, $0.offset - dropped), metadata: $0.metadata)
    }
    let audio = PackedAudio(bytes, kind: kind)
    // After frames, a part of unknown format is not audio.
    if kind == nil, audio.kind == .other, let format, format != .packed(.other), !bytes.isEmpty {
      throw .unreadable(HLSErrors.unreadable)
    }
    if !bytes.isEmpty { _ = try turn(to: .packed(audio.kind)) }
    let timing = Timing(
      timestamp: timestamp,
      turn: Self.turn,
      duration: audio.duration,
      grid: audio.frameLength > 0 ? audio.frameLength : nil
    )
    return Output(bytes: bytes, announcements: announcements, timing: timing, delay: delay)
  }

  private mutating func fragments(
    _ bytes: [UInt8],
    _ initialization: [UInt8],
    _ spoken: [(offset: Int, metadata: StreamMetadata)]
  ) throws(Failure) -> Output {
    let movie = try Self.movie(initialization)
    let content = movie.read(bytes)
    let told = content.tags.compactMap { tag in
      tag.tag.metadata.map { (offset: tag.offset, metadata: $0) }
    }
    guard case .plain(let head) = movie.form else {
      let timestamp = content.start.map { Double($0) / Double(movie.timescale) }
      var output = try counted(content.audio, timestamp, spoken + told, .adts)
      output.timing.turn = nil
      output.padding = Double(movie.padding) / Double(movie.timescale)
      output.length = movie.length.map { Double($0) / Double(movie.timescale) }
      return output
    }
    let isFirst = try turn(to: .plain(head))
    return Output(
      bytes: isFirst ? head + content.audio : content.audio,
      announcements: spoken + told,
      timing: Timing(timestamp: content.start.map { Double($0) / Double(movie.timescale) }),
      // FLAC frames are numbered.
      isTimed: !head.isEmpty
    )
  }

  private static func movie(_ bytes: [UInt8]) throws(Failure) -> FragmentedMP4 {
    do throws(FragmentedMP4.Failure) {
      return try FragmentedMP4(bytes)
    } catch {
      switch error {
      case .noAudio: throw .player(HLSErrors.noAudio)
      case .protected: throw .player(HLSErrors.protected)
      case .unknown: throw .player(HLSErrors.unknownCodec)
      }
    }
  }
}

extension StreamMetadata {
  /// Returns the metadata in the title of a part: plain text, or attributes such as
  /// `title="…",artist="…"`; `nil` if there is none.
  static func ofPart(title text: String) -> StreamMetadata? {
    let words = text.prefix(4_096)
    guard words.contains("title=\"") || words.contains("artist=\"") else {
      let plain = StationText.clean(String(words))
      // Some packagers write that there is no title.
      return plain.flatMap { $0.lowercased() == "no desc" ? nil : StreamMetadata(title: $0) }
    }
    let attributes = HLSAttributes(words)
    return ID3Tag(title: attributes["title"], artist: attributes["artist"]).metadata
  }
}
