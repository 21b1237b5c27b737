import Dispatch
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Decodes the end of one track and the start of the next in its own core, as fast as possible, and
/// mixes them.
struct OverlapRenderer: Sendable {
  /// One of the two tracks.
  struct Part: Sendable {
    let source: MediaSource
    var clip: Clip?
    let isInAlbum: Bool
    /// The end as separate media, if this is an MP3 that already plays.
    var mp3: MP3Tail.Track?
  }

  let tail: Part
  let head: Part
  let plan: Overlap.Plan
  let loudness: Loudness
  let sampleRate: Int
  var demand = OverlapDemand.anything
  let sources: SourceOpener
  /// When the plan was made, and the speed of the first track; 0 if it does not play in real time.
  let begun: MonotonicInstant
  let speed: Double
  var clock: any PlaybackClock = SystemPlaybackClock()
  let cancellation: OverlapCancellation

  /// How much the first track's length may differ from its stated length.
  private static let tolerance = Duration.milliseconds(100)

  /// The maximum time for rendering.
  private static let longestTime = Duration.seconds(60)

  /// Renders the overlap. Blocks the calling thread.
  ///
  /// - Returns: `nil` if rendering failed or was too late.
  func render() -> (Overlap.Rendered, wav: [UInt8])? {
    let longest = min(plan.length, OverlapRules.longest(into: head.clip, of: head.source))
    guard longest >= Overlap.Plan.shortest else { return nil }
    let start = samples(plan.tailDuration - longest)
    guard let (tail, head) = decodeBoth(from: start, longest) else { return nil }
    let frames = tail.count / 2
    // Detects a wrongly stated length.
    guard abs(frames - samples(longest)) < samples(Self.tolerance) else { return nil }
    // If rendering took too long, the fade becomes shorter.
    guard let left = plan.length(after: clock.now - begun, at: speed) else { return nil }
    let overlapping = min(frames, head.samples.count / 2, samples(left))
    guard overlapping >= samples(Overlap.Plan.shortest) else { return nil }
    let rendered = Overlap.Rendered(
      start: .seconds(Double(start + frames - overlapping) / Double(sampleRate)),
      length: .seconds(Double(overlapping) / Double(sampleRate)),
      headDuration: head.duration
    )
    let mixed = CrossfadeMix.mix(
      tail: Array(tail.suffix(overlapping * 2)),
      head: Array(head.samples.prefix(overlapping * 2))
    )
    return (rendered, CrossfadeMix.wav(mixed, sampleRate: sampleRate))
  }

  private func samples(_ duration: Duration) -> Int {
    Int((duration.seconds * Double(sampleRate)).rounded())
  }

  // MARK: The two tracks

  private typealias Head = (samples: [Float], duration: Duration)

  /// Decodes both tracks. Over a network each waits for responses, so the second starts as soon as
  /// the first is known to be usable.
  private func decodeBoth(from start: Int, _ longest: Duration) -> (tail: [Float], head: Head)? {
    let head = Locked<Head?>(nil)
    let heads = DispatchGroup()
    let tail = decodeTail(from: start) {
      heads.startThread("overlap") {
        let decoded = decodeHead(longest)
        head.withLock { $0 = decoded }
        if decoded == nil { cancellation.cancel() }
      }
    }
    // One is useless without the other.
    if tail == nil { cancellation.cancel() }
    heads.wait()
    guard let tail, let head = head.withLock({ $0 }) else { return nil }
    return (tail, head)
  }

  /// Decodes the rest of the first track from a sample on, as interleaved stereo at the output's
  /// rate.
  ///
  /// - Parameter onAccepted: called before decoding, if the track can be decoded.
  private func decodeTail(from start: Int, onAccepted: () -> Void) -> [Float]? {
    let bytes = sources.open(tail.source, limits: .ending)
    let position = Duration.seconds(Double(start) / Double(sampleRate))
    // Audio beyond the stated length is not decoded: it may be hours.
    let rest = plan.tailDuration - position + Self.tolerance * 2
    let mp3 = mp3Tail(bytes, from: position)
    return decode(tail, bytes: mp3?.source ?? bytes) { opened in
      guard isDecodable(opened) else { return nil }
      onAccepted()
      if let mp3 {
        return Stretch(start: .zero, end: (mp3.start + rest).seconds, filter: mp3.filter)
      }
      let start = opened.extent.lead + position
      let end = (start + rest).seconds
      return Stretch(start: start, end: opened.extent.end.map { min($0, end) } ?? end)
    }?.samples
  }

  private func isDecodable(_ opened: Opened) -> Bool {
    !tail.source.isRemote
      || OverlapRules.isRemoteDecodable(format: opened.format, size: opened.size)
  }

  /// Returns the end of the first track if its frames are known; `nil` if they are not, or if its
  /// clip ends it.
  private func mp3Tail(_ bytes: any ByteSource, from position: Duration) -> MP3Tail? {
    guard var track = tail.mp3, tail.clip?.end == nil else { return nil }
    let time = position + (tail.clip?.start ?? .zero)
    guard time > .zero else { return nil }
    if !tail.source.isRemote { track.count(upTo: time, in: bytes, cancellation) }
    return MP3Tail(track, from: time, of: bytes)
  }

  /// Decodes the start of the second track, as much as can be faded in.
  private func decodeHead(_ longest: Duration) -> (samples: [Float], duration: Duration)? {
    let bytes = sources.open(head.source, limits: .beginning(keeping: OverlapRules.maximumKept))
    let clipStart = head.clip?.start ?? .zero
    var duration: Duration?
    var length = longest
    let decoded = decode(head, bytes: bytes) { opened in
      // For a live stream, libmpv reports its buffer as the duration.
      guard opened.isSeekable, let whole = opened.extent.duration else { return nil }
      duration = whole
      length = OutputSettings.overlap(longest, of: whole)
      if head.source.isRemote {
        length = OverlapRules.longest(
          length,
          from: clipStart,
          bytes: opened.size,
          in: opened.mediaDuration ?? whole,
          atHand: OverlapRules.maximumKept
        )
      }
      guard length >= Overlap.Plan.shortest else { return nil }
      let end = opened.extent.lead.seconds + length.seconds + 0.5 / Double(sampleRate)
      return Stretch(start: opened.extent.lead, end: end)
    }
    guard let decoded, let duration else { return nil }
    // Now the number of bytes that this took is known.
    length = OverlapRules.longest(
      length,
      from: clipStart,
      bytes: decoded.bytesRead,
      in: clipStart + length + OverlapRules.lookahead,
      atHand: (bytes as? any RetainingByteSource)?.bytesAtHand
    )
    return (Array(decoded.samples.prefix(samples(length) * 2)), duration)
  }

  // MARK: Decoding

  /// Facts about opened media.
  private struct Opened {
    let format: String
    let size: Int64?
    let isSeekable: Bool
    let sound: EntryFormat
    let mediaDuration: Duration?
    let extent: PlayableRange
    let mediaFacts: MediaFacts?
  }

  /// The part to decode, on libmpv's clock.
  private struct Stretch {
    let start: Duration
    /// In seconds; `nil` for the end of the media.
    let end: Double?
    /// Outputs the wanted part.
    var filter: String?
  }

  private func decode(
    _ part: Part,
    bytes: any ByteSource,
    _ choose: (Opened) -> Stretch?
  ) -> (samples: [Float], bytesRead: Int64)? {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("PlayerKit-\(UUID().uuidString).pcm")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytesRead = run(bytes, part.clip, path: file.path) {
      (handle, extent, mediaFacts) throws(MPVFailure) in
      let opened = Opened(
        format: handle.get("file-format").text ?? "",
        size: handle.double("file-size").flatMap { Int64(exactly: $0) },
        isSeekable: handle.flag("seekable") == true,
        sound: EntryFormat(handle.audioTrack),
        mediaDuration: handle.double("duration").map { .seconds($0) },
        extent: extent,
        mediaFacts: mediaFacts
      )
      guard demand.isMet(by: opened.sound, at: sampleRate),
        let stretch = choose(opened)
      else {
        throw MPVFailure(code: 0, text: "This is not to be faded.")
      }
      try prepare(handle, part, opened, stretch)
    }
    guard let bytesRead, let data = try? Data(contentsOf: file) else { return nil }
    let samples = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
    return (samples, bytesRead)
  }

  /// Makes libmpv decode exactly this part, at its own loudness.
  private func prepare(
    _ handle: MPVHandle,
    _ part: Part,
    _ opened: Opened,
    _ stretch: Stretch
  ) throws(MPVFailure) {
    if let end = stretch.end { try handle.set("file-local-options/end", "\(end)") }
    var filters = [stretch.filter].compactMap(\.self)
    if stretch.start > .zero {
      filters.append("atrim=start=\(stretch.start.seconds)")
      let preroll = stretch.start - PlayableRange.preroll
      if preroll > .zero, OverlapRules.exactFormats.contains(opened.format) {
        try handle.set("file-local-options/start", "\(preroll.seconds)")
      }
    }
    let tags =
      part.mp3?.tags
      ?? LoudnessTags(
        metadata: handle.get("metadata").texts,
        fields: opened.mediaFacts?.fields,
        stated: part.source.replayGain
      )
    let factor = loudness.factor(for: tags, isInAlbum: part.isInAlbum)
    if factor != 1 { filters.append("volume=\(factor)") }
    if let mix = opened.sound.stereoFilter { filters.append(mix) }
    guard !filters.isEmpty else { return }
    let chain = "lavfi=[\(filters.joined(separator: ","))]"
    try handle.set("file-local-options/af", chain)
  }

  /// Plays a source to its end and calls `prepare` when it is open.
  ///
  /// - Returns: the number of consecutive bytes read; `nil` on failure.
  private func run(
    _ bytes: any ByteSource,
    _ clip: Clip?,
    path: String,
    prepare: (MPVHandle, PlayableRange, MediaFacts?) throws(MPVFailure) -> Void
  ) -> Int64? {
    let registry = StreamRegistry()
    let entry = PlaylistEntryID(number: 1)
    registry.add(entry, source: bytes)
    cancellation.onCancel { registry.stream(of: entry)?.cancel() }
    let deadline = begun + min(plan.time(at: speed) ?? Self.longestTime, Self.longestTime)
    do throws(MPVFailure) {
      let handle = try MPVHandle(
        .init(output: .pcm(path: path), quality: .fixed(rate: sampleRate)),
        registry,
        sampleFormat: "float"
      )
      defer { handle.destroy() }
      // Reads no more than the part to decode, plus a second.
      try handle.set("cache", "no")
      try handle.command(["loadfile", StreamRegistry.name(of: entry)])
      var bytesRead: Int64 = 0
      var hasEnded = false
      while true {
        let rest = (deadline - clock.now).seconds
        guard rest > 0, !cancellation.isCancelled else { return nil }
        switch handle.waitEvent(timeout: min(rest, 0.1)) {
        case .hook(let name, let id):
          defer { handle.continueHook(id) }
          switch MPVHook(rawValue: name) {
          case .isOpened:
            registry.recordMP3(entry, in: handle)
            try prepare(
              handle,
              registry.extent(of: entry, clip: clip, in: handle, sampleRate: sampleRate),
              registry.stream(of: entry)?.mediaFacts
            )
          case .isToBeUnloaded: bytesRead = registry.stream(of: entry)?.offset ?? 0
          case .isRefused, nil: break
          }
        case .endFile(_, let end):
          guard end == .endOfFile, registry.facts(of: entry).failure == nil else { return nil }
          hasEnded = true
        case .propertyChange("idle-active", .flag(true)) where hasEnded:
          return bytesRead
        case .shutdown:
          return nil
        case .none, .log, .startFile, .seek, .playbackRestart, .propertyChange, .other:
          break
        }
      }
    } catch {
      return nil
    }
  }
}

extension MediaSource {
  var isRemote: Bool {
    switch location {
    case .file, .bytes: false
    case .remote: true
    }
  }
}
