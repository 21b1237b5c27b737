import PlayerKit
import PlayerKitMedia

/// The range of libmpv's clock that plays: all audio of the media, or a clip of it.
struct PlayableRange: Sendable, Equatable {
  /// The position 0 on libmpv's clock.
  let lead: Duration
  /// The position 0 on libmpv's clock before the stream skipped anything.
  let initialLead: Duration
  /// The first audible time on libmpv's clock.
  let firstHeard: Duration
  /// The duration; `nil` if neither the media nor the clip states it.
  let duration: Duration?
  /// The end to set in libmpv, in seconds on its clock; `nil` if it ends by itself.
  let end: Double?
  /// The cut for a filter, in seconds on libmpv's clock: right after its last sample. For HLS, 5 µs
  /// after its end.
  let cut: Double?
  /// Whether nothing has to be skipped at the start.
  let beginsWithMedia: Bool
  /// The duration according to the clip alone.
  private let clipLength: Duration?

  /// - Parameters:
  ///   - exactEnd: the audio's bounds from the media's index.
  ///   - timeline: for a stream that may begin in the middle of its media; replaces the other
  ///     values.
  ///   - jump: how much of a stream with a timeline was skipped. libmpv's clock does not count it.
  ///   - unheard: the part before the audio on libmpv's clock that would be audible.
  ///   - mediaDuration: libmpv's duration of the media.
  ///   - sampleRate: the rate of the output, at which libmpv ends media.
  init(
    clip: Clip?,
    exactEnd: ExactEnd? = nil,
    timeline: StreamTimeline? = nil,
    jump: Duration = .zero,
    unheard: Duration = .zero,
    mediaDuration: Duration? = nil,
    sampleRate: Int
  ) {
    let start = clip?.start ?? .zero
    let audioLead = timeline?.lead ?? exactEnd?.lead ?? unheard
    let jump = timeline == nil ? .zero : jump
    let timelineEnd = timeline?.end.map { $0 - jump.seconds }
    let length =
      timeline?.duration ?? exactEnd?.duration ?? mediaDuration.map { max($0 - unheard, .zero) }
    duration = [length, clip?.end].compactMap { $0 }.min().map { max($0 - start, .zero) }
    // Half a sample after the last one, so that rounding does not drop it.
    let half = 0.5 / Double(sampleRate)
    let clipEnd = clip?.end.map { (audioLead + $0 - jump).seconds }
    end = [timelineEnd ?? exactEnd?.seconds, clipEnd.map { $0 + half }].compactMap { $0 }.min()
    let audioEnd = exactEnd.map { ($0.lead + $0.duration).seconds }
    cut = [timelineEnd ?? audioEnd, clipEnd].compactMap { $0 }.min()
    isEmpty = duration.map { $0.seconds * Double(sampleRate) < 0.5 } ?? false
    let lead = audioLead + start
    self.lead = lead - jump
    initialLead = lead
    firstHeard = max(lead, timeline.map { audioLead + $0.begin } ?? lead)
    beginsWithMedia = timeline == nil ? start == .zero && unheard == .zero : firstHeard <= .zero
    clipLength = clip?.duration
  }

  /// Whether the clip starts after the media's end, so that no sample is left.
  let isEmpty: Bool

  /// Returns a position on libmpv's clock. Positions after the clip's end become its end.
  func time(of position: Duration) -> Duration {
    lead + (clipLength.map { min(position, $0) } ?? position)
  }
}

extension StreamRegistry {
  /// Returns the playable range of an entry, as known so far. It is complete once libmpv has opened
  /// the entry.
  func extent(
    of entry: PlaylistEntryID,
    clip: Clip? = nil,
    in handle: MPVHandle,
    sampleRate: Int,
    jump: Duration = .zero
  ) -> PlayableRange {
    let facts = facts(of: entry)
    let mp3 = facts.mp3
    let found = stream(of: entry)?.mediaFacts
    let counted = mp3?.length ?? facts.countedLength
    let stated = (found?.chain ?? facts.chain)?.duration ?? found?.length
    return PlayableRange(
      clip: clip,
      exactEnd: facts.end ?? found?.end,
      timeline: stream(of: entry)?.timeline,
      jump: jump,
      unheard: mp3?.unheard ?? found?.end?.lead ?? .zero,
      mediaDuration: counted ?? stated
        ?? handle.double("duration").map { .seconds($0) },
      sampleRate: sampleRate
    )
  }
}

extension PlayableRange {
  /// Returns the latest start of a clip that still allows a gapless transition.
  ///
  /// libmpv decodes everything before the start while the last 0.4 s of the previous track play,
  /// and over a network these bytes must be loaded. A clip that starts later follows some 10 ms
  /// late.
  static func latestGaplessStart(of source: MediaSource) -> Duration {
    switch source.location {
    case .file, .bytes: .seconds(60)
    case .remote: .seconds(10)
    }
  }

  /// How far before a clip decoding starts if libmpv seeks there: the first output of a decoder
  /// after a jump is wrong (MP3: 2,476 samples).
  static let preroll = Duration.milliseconds(500)
}
