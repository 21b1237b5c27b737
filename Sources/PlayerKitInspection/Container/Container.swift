import PlayerKit
import PlayerKitCAVFormat
import PlayerKitMedia
import PlayerKitPlaylists
import PlayerKitSystem

/// The properties of media, as read by libavformat.
struct Container {
  var format: String
  var codec: String
  var duration: Duration?
  var sampleRate: Int?
  var channels: Int?
  var bitRate: Int?
  var padding: MediaInformation.Padding?
  var chapters: [Chapter] = []
  var tags: [(key: String, value: String)] = []
  var pictures: [RawPicture] = []
}

/// Reads the container. libavformat gets all bytes through callbacks.
final class ContainerReader {
  private let bytes: MediaBytes
  /// The start of libavformat's view, after a tag that it need not read.
  private let base: Int64
  private let purpose: Inspection.Purpose
  private var filter: MP4Filter?
  private let index: MP4Index?
  /// The view that libavformat gets instead of the media, from ``base`` on.
  private let view: MediaView?
  /// Whether to read only headers, because packets are hidden.
  private let isCut: Bool
  private var position: Int64 = 0
  private var hunger = MediaGuard()

  /// - Parameters:
  ///   - index: The part of an MP4 that libavformat may read.
  ///   - view: The view that libavformat gets instead of the media, from `base` on.
  init(
    _ bytes: MediaBytes,
    from base: Int64,
    index: MP4Index?,
    view: MediaView? = nil,
    for purpose: Inspection.Purpose
  ) {
    self.bytes = bytes
    self.base = view == nil ? base : 0
    self.view = view
    self.purpose = purpose
    self.index = index
    filter = index.map { MP4Filter(allowed: $0.allowed) }
    isCut = index?.isCut ?? false
  }

  /// Silences libavformat's log, once per process.
  private static let prepared: Void = cav_be_quiet()

  /// The audio formats by libavformat's names. None of them opens other files. ``MP4Index`` has
  /// already checked the index of an MP4.
  private static let formats = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "eac3", "flac",
    "flv", "iff", "loas", "matroska", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "nut", "ogg", "oma",
    "rm",
    "shn", "tak", "truehd", "tta", "voc", "w64", "wav", "wv",
  ].joined(separator: ",")

  /// - Parameters:
  ///   - chapters: Whether to read chapters.
  ///   - kind: The kind of the media by its first bytes.
  /// - Returns: `nil` if the media has no audio.
  func read(chapters: Bool, kind: MediaKind) -> Container? {
    open(kind, chapters: chapters) { describe($0, chapters: chapters, kind: kind) } ?? nil
  }

  /// Decodes the audio.
  ///
  /// - Parameters:
  ///   - started: Receives the duration, if known, before decoding starts.
  ///   - body: Receives the samples in order. They are valid only during the call. Returning
  ///     `false` ends the decoding.
  /// - Returns: Whether there is audio that can be decoded.
  func decode(
    _ kind: MediaKind,
    started: (Duration?) -> Void,
    _ body: (cav_samples) -> Bool
  ) -> Bool {
    open(kind, chapters: false) { context in
      _ = cav_find_info(context)
      // Packets may contain bytes that look like the names of tables. In a fragmented file, more
      // tables follow.
      if index?.hasFragments != true { filter = nil }
      guard let decoder = cav_decoder_open(context, Self.decodingThreads) else { return false }
      defer { cav_decoder_close(decoder) }
      started(cav_audio(context).flatMap { duration(context, $0) })
      var samples = cav_samples()
      while !bytes.isCancelled, cav_decoder_next(decoder, &samples) > 0, body(samples) {}
      return true
    } ?? false
  }

  private static let decodingThreads: CInt = 2

  /// - Returns: `nil` if the media cannot be opened.
  private func open<Value>(
    _ kind: MediaKind,
    chapters: Bool,
    _ body: (UnsafeMutablePointer<AVFormatContext>) -> Value
  ) -> Value? {
    _ = Self.prepared
    return withExtendedLifetime(self) {
      (kind.container ?? Self.formats).withCString { formats in
        var source = source(kind, formats, chapters: chapters)
        guard let context = cav_open(&source) else { return nil }
        defer { cav_close(context) }
        return body(context)
      }
    }
  }

  private func source(
    _ kind: MediaKind,
    _ formats: UnsafePointer<CChar>,
    chapters: Bool
  ) -> cav_source {
    cav_source(
      opaque: Unmanaged.passUnretained(self).toOpaque(),
      read: { opaque, buffer, count in
        guard let opaque, let buffer else { return cav_failure }
        return Unmanaged<ContainerReader>.fromOpaque(opaque).takeUnretainedValue()
          .read(.init(start: buffer, count: Int(max(count, 0))))
      },
      seek: { opaque, offset, whence in
        guard let opaque else { return -1 }
        return Unmanaged<ContainerReader>.fromOpaque(opaque).takeUnretainedValue()
          .seek(offset, whence)
      },
      is_cancelled: { opaque in
        guard let opaque else { return 1 }
        return Unmanaged<ContainerReader>.fromOpaque(opaque).takeUnretainedValue()
          .bytes.isCancelled ? 1 : 0
      },
      is_seekable: bytes.isSeekable ? 1 : 0,
      ignores_chapters: chapters ? 0 : 1,
      probe_size: 64 << 10,
      formats: formats,
      is_known: kind.container == nil ? 0 : 1,
      ends_at_media: isCut ? 1 : 0
    )
  }

  private func describe(
    _ context: UnsafeMutablePointer<AVFormatContext>,
    chapters: Bool,
    kind: MediaKind
  ) -> Container? {
    // Read packets only if the header is incomplete.
    if !isCut, !isTold(context) { _ = cav_find_info(context) }
    guard let audio = cav_audio(context) else { return nil }
    var container = Container(
      format: Self.name(cav_format(context).map { String(cString: $0) } ?? ""),
      codec: cav_codec(audio).map { String(cString: $0) } ?? ""
    )
    container.sampleRate = Self.positive(Int64(cav_sample_rate(audio)))
    container.channels = Self.positive(Int64(cav_channels(audio)))
    container.duration = duration(context, audio) ?? lengthOfSamples(container.codec, audio)
    container.bitRate =
      Self.positive(cav_stream_bit_rate(audio))
      ?? (bytes.size == bytes.mediaSize ? Self.positive(cav_bit_rate(context)) : nil)
      ?? averageBitRate(container.duration)
    container.padding = Self.padding(audio)
    // libavformat takes the ISRCs in a FLAC cue sheet for titles.
    container.chapters = chapters ? self.chapters(context, titles: kind != .flac) : []
    container.tags = Self.tags(cav_tags(context)) + Self.tags(cav_stream_tags(audio))
    if kind.tagLib == nil { container.pictures = pictures(context) }
    return container
  }

  private func isTold(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let audio = cav_audio(context) else { return false }
    let hasDuration =
      cav_duration(context) != cav_no_time || cav_stream_duration(audio) != cav_no_time
    return hasDuration && cav_sample_rate(audio) > 0 && cav_channels(audio) > 0
  }

  private func duration(
    _ context: UnsafeMutablePointer<AVFormatContext>,
    _ audio: UnsafeMutablePointer<AVStream>
  ) -> Duration? {
    let own = cav_stream_duration(audio)
    let whole = own == cav_no_time ? cav_duration(context) : own
    guard whole != cav_no_time, whole > 0 else { return nil }
    return Duration.microseconds(whole).ifStorable
  }

  /// Returns the duration of uncompressed audio whose header counts no samples.
  private func lengthOfSamples(
    _ codec: String,
    _ audio: UnsafeMutablePointer<AVStream>
  ) -> Duration? {
    let rate = cav_stream_bit_rate(audio)
    guard codec.hasPrefix("pcm_"), rate > 0, bytes.mediaSize > base else { return nil }
    return .seconds(Double(bytes.mediaSize - base) * 8 / Double(rate))
  }

  private func averageBitRate(_ duration: Duration?) -> Int? {
    guard let duration, duration > .milliseconds(100), bytes.mediaSize > base else {
      return nil
    }
    let length = view?.size ?? bytes.mediaSize - base
    let seconds =
      Double(duration.components.seconds)
      + Double(duration.components.attoseconds) * 1e-18
    return Int(exactly: (Double(length) * 8 / seconds).rounded())
  }

  private static func padding(
    _ audio: UnsafeMutablePointer<AVStream>
  ) -> MediaInformation.Padding? {
    let (start, end) = (Int(cav_padding_before(audio)), Int(cav_padding_behind(audio)))
    guard start > 0 || end > 0 else { return nil }
    return .init(start: max(start, 0), end: max(end, 0))
  }

  private func chapters(
    _ context: UnsafeMutablePointer<AVFormatContext>,
    titles: Bool
  ) -> [Chapter] {
    (0..<min(cav_chapter_count(context), UInt32(TagText.maximumChapters))).compactMap { index in
      let (start, end) = (cav_chapter_start(context, index), cav_chapter_end(context, index))
      guard let start = Self.time(start) else { return nil }
      let title =
        titles
        ? cav_chapter_title(context, index).flatMap { TagText.line(String(cString: $0)) } : nil
      return Chapter(
        title: title,
        start: start,
        end: Self.time(end).flatMap { $0 > start ? $0 : nil }
      )
    }
  }

  private static func time(_ nanoseconds: Int64) -> Duration? {
    guard nanoseconds != cav_no_time else { return nil }
    return Duration.nanoseconds(max(nanoseconds, 0)).ifStorable
  }

  private static func tags(_ tags: OpaquePointer?) -> [(key: String, value: String)] {
    var found: [(key: String, value: String)] = []
    var place: UnsafeRawPointer?
    var tag = cav_tag()
    while found.count < 1_000, cav_next_tag(tags, &place, &tag) != 0 {
      guard let key = tag.key, let value = tag.value else { continue }
      found.append((String(cString: key), Self.text(value)))
    }
    return found
  }

  private static func text(_ text: UnsafePointer<CChar>) -> String {
    String(validatingCString: text)
      ?? TextEncoding.decode(
        UnsafeRawBufferPointer(start: text, count: strlen(text)).prefix(TagText.longestLyrics)
      )
  }

  private func pictures(_ context: UnsafeMutablePointer<AVFormatContext>) -> [RawPicture] {
    var found: [RawPicture] = []
    var picture = cav_picture()
    var index: UInt32 = 0
    while cav_get_picture(context, index, &picture) != 0 {
      index += 1
      guard let bytes = picture.bytes, picture.count > 0 else { continue }
      let mime = picture.mime.map { String(cString: $0) }
      let name = picture.name.map { String(cString: $0) } ?? ""
      let raw = RawPicture(
        UnsafeRawBufferPointer(start: bytes, count: Int(picture.count)),
        mime: mime,
        // Matroska marks a cover by its name.
        type: name.lowercased().hasPrefix("cover") ? 3 : 0,
        keeping: purpose.longestKept(found.count)
      )
      if raw.header != nil || mime?.hasPrefix("image/") == true { found.append(raw) }
    }
    return found
  }

  /// Returns the usual name of a format with several names.
  private static func name(_ names: String) -> String {
    let first = String(names.split(separator: ",").first ?? "")
    return first == "mov" ? "mp4" : first
  }

  private static func positive(_ number: Int64) -> Int? { number > 0 ? Int(number) : nil }

  // MARK: Callbacks

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> CInt {
    if bytes.isCancelled { return cav_failure }
    let count =
      view?.read(at: position, into: buffer) { bytes.read(at: $0, into: $1) }
      ?? bytes.read(at: base + position, into: buffer)
    guard count > 0 else { return bytes.failure == nil ? cav_end : cav_failure }
    do throws(PlayerError) {
      try hunger.check(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: base + position)
    } catch {
      return cav_failure
    }
    filter?.apply(to: .init(rebasing: buffer[..<count]), at: base + position, of: bytes)
    position += Int64(count)
    return CInt(count)
  }

  private func seek(_ offset: Int64, _ whence: CInt) -> Int64 {
    let size = view?.size ?? bytes.size - base
    if whence & cav_size_wanted != 0 { return size }
    let start: Int64
    switch whence & 3 {
    case 0: start = 0
    case 1: start = position
    case 2: start = size
    default: return -1
    }
    let (place, isTooFar) = start.addingReportingOverflow(offset)
    guard !isTooFar, place >= 0, place <= .max - base else { return -1 }
    position = place
    return place
  }
}
