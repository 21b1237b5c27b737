import Foundation
import PlayerKit

/// Decodes the end of one track and the beginning of the next in a core of its own, as fast as that
/// goes, and mixes them.
struct OverlapRenderer: Sendable {
  /// One of the two tracks.
  struct Part: Sendable {
    let source: MediaSource
    let isInAlbum: Bool
    /// Where it plays already and is an MP3: its end as a media of its own.
    var mp3: MP3Tail.Track?
  }

  let tail: Part
  let head: Part
  let plan: Overlap.Plan
  let loudness: Loudness
  let sampleRate: Int
  let sources: SourceOpener
  /// When it is too late.
  let deadline: ContinuousClock.Instant
  let cancellation: OverlapRenderings

  /// Where libmpv lands where it is sent. Of others all that comes before is decoded: 0.4 s for five
  /// minutes of an MP3 whose frames are not known.
  private static let exactFormats: Set<String> = [
    "wav", "w64", "aiff", "caf", "flac", "ogg", "mov,mp4,m4a,3gp,3g2,mj2",
  ]

  /// Blocks until it is done, on whatever thread calls.
  ///
  /// - Returns: `nil` where it could not be done, or not in time.
  func render() -> (Overlap.Rendered, wav: [UInt8])? {
    var length = plan.length
    guard let duration = duration(of: head) else { return nil }
    length = min(length, duration / 2)
    guard length >= Overlap.Plan.shortest else { return nil }
    let start = samples(plan.tailDuration - length)
    guard let tail = decode(tail, from: start, to: nil), tail.count >= 2 else { return nil }
    let frames = tail.count / 2
    // A length that was stated wrongly shows here.
    guard abs(Double(frames) - length.seconds * Double(sampleRate)) < Double(sampleRate) / 10,
      let head = decode(head, from: 0, to: frames), head.count / 2 == frames
    else { return nil }
    let rendered = Overlap.Rendered(
      start: .seconds(Double(start) / Double(sampleRate)),
      length: .seconds(Double(frames) / Double(sampleRate)),
      headDuration: duration
    )
    let mixed = CrossfadeMix.mix(tail: tail, head: head)
    return (rendered, CrossfadeMix.wav(mixed, sampleRate: sampleRate))
  }

  private func samples(_ duration: Duration) -> Int {
    Int((duration.seconds * Double(sampleRate)).rounded())
  }

  private func duration(of part: Part) -> Duration? {
    var duration: Duration?
    let bytes = sources.open(part.source)
    _ = run(bytes, path: "/dev/null") { (handle, extent) throws(MPVFailure) in
      duration = extent.duration
      // libmpv calls what it has of a live stream its duration.
      if handle.flag("seekable") != true { duration = nil }
      try handle.set("file-local-options/end", .string("0"))
    }
    return duration
  }

  /// Interleaved stereo samples at the output's rate.
  private func decode(_ part: Part, from start: Int, to end: Int?) -> [Float]? {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("PlayerKit-\(UUID().uuidString).pcm")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = sources.open(part.source)
    let mp3 = mp3Tail(of: part, bytes, from: .seconds(Double(start) / Double(sampleRate)))
    let isDone = run(mp3?.source ?? bytes, path: file.path) { (handle, extent) throws(MPVFailure) in
      let rate = Double(sampleRate)
      let time = extent.lead.seconds + Double(start) / rate
      let last = end.map { extent.lead.seconds + (Double($0) + 0.5) / rate }
      if mp3 == nil, let end = last ?? extent.end {
        try handle.set("file-local-options/end", .string("\(end)"))
      }
      var filters: [String] = []
      if let mp3 {
        filters.append(mp3.filter)
      } else if time > 0 {
        filters.append("atrim=start=\(time)")
        let preroll = time - Extent.preroll.seconds
        let format = handle.get("file-format").text ?? ""
        if preroll > 0, Self.exactFormats.contains(format) {
          try handle.set("file-local-options/start", .string("\(preroll)"))
        }
      }
      let tags = part.mp3?.tags ?? LoudnessTags(metadata: handle.get("metadata").texts)
      let factor = loudness.factor(for: tags, isInAlbum: part.isInAlbum)
      if factor != 1 { filters.append("volume=\(factor)") }
      guard !filters.isEmpty else { return }
      let chain = "lavfi=[\(filters.joined(separator: ","))]"
      try handle.set("file-local-options/af", .string(chain))
    }
    guard isDone, let data = try? Data(contentsOf: file) else { return nil }
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  private func mp3Tail(
    of part: Part,
    _ bytes: any ByteSource,
    from position: Duration
  ) -> MP3Tail? {
    guard var track = part.mp3, position > .zero else { return nil }
    if part.source.isAtHand { track.count(upTo: position, in: bytes) }
    return MP3Tail(track, from: position, of: bytes)
  }

  /// Plays a source to its end; `prepare` is called when it is open.
  private func run(
    _ bytes: any ByteSource,
    path: String,
    prepare: (MPVHandle, Extent) throws(MPVFailure) -> Void
  ) -> Bool {
    let registry = StreamRegistry()
    let entry = Entry(number: 1)
    registry.add(entry, source: bytes)
    do throws(MPVFailure) {
      let handle = try MPVEngine.makeHandle(
        .init(output: .pcm(path: path), sampleRate: sampleRate),
        registry,
        sampleFormat: "float"
      )
      defer { handle.destroy() }
      try handle.command(
        "loadfile",
        ["url": .string(StreamRegistry.name(of: entry)), "flags": .string("replace")]
      )
      var hasEnded = false
      while true {
        let rest = (deadline - .now).seconds
        guard rest > 0, !cancellation.isCancelled else { return false }
        switch handle.waitEvent(timeout: min(rest, 0.1)) {
        case .hook(let name, let id):
          defer { handle.continueHook(id) }
          if MPVHook(rawValue: name) == .isOpened {
            registry.settleMP3(entry, in: handle)
            try prepare(handle, registry.extent(of: entry, in: handle, sampleRate: sampleRate))
          }
        case .endFile(_, let end):
          guard end == .endOfFile, registry.failure(of: entry) == nil else { return false }
          hasEnded = true
        case .propertyChange("idle-active", .flag(true)) where hasEnded:
          return true
        case .shutdown:
          return false
        case .none, .log, .startFile, .fileLoaded, .seek, .playbackRestart, .propertyChange,
          .overflow, .other:
          break
        }
      }
    } catch {
      return false
    }
  }
}
