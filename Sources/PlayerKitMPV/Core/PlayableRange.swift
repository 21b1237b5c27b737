import PlayerKitMedia
import PlayerKit

/// Which stretch of libmpv's clock for a media is played: all of its audio, or a clip of it.
struct PlayableRange: Sendable, Equatable {
  /// Where the position 0 is on libmpv's clock.
  let lead: Duration
  /// Where the position 0 was on libmpv's clock before the stream passed over anything.
  let initialLead: Duration
  /// What of libmpv's clock is heard first.
  let firstHeard: Duration
  /// How long it is; `nil` where neither the media nor the clip tells.
  let duration: Duration?
  /// Where libmpv is to end it, in seconds on its clock; `nil`: where it does by itself.
  let end: Double?
  /// Where a filter is to cut it, in seconds on libmpv's clock: right behind its last sample. HLS tells its
  /// end 5 µs late.
  let cut: Double?
  /// Whether there is nothing before it that has to be left out.
  let beginsWithMedia: Bool
  /// How long it is by its clip alone.
  private let clipLength: Duration?

  /// - Parameters:
  ///   - exactEnd: what the media's index tells of its audio.
  ///   - timeline: of a stream that may begin in the middle of its media: in place of all else.
  ///   - jump: how much of a stream with a timeline was passed over. libmpv's clock does not count it.
  ///   - unheard: what is before the audio on libmpv's clock, and would sound.
  ///   - mediaDuration: what libmpv says of the media's length.
  ///   - sampleRate: of the output, at which libmpv ends a media.
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
    // Half a sample behind the last one, so that no rounding takes it.
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

  /// Whether the clip begins where the media has ended already: not a sample of it is left.
  let isEmpty: Bool

  /// Where a position is on libmpv's clock; what lies past the clip's end is its end.
  func time(of position: Duration) -> Duration {
    lead + (clipLength.map { min(position, $0) } ?? position)
  }
}

extension StreamRegistry {
  /// What is to be played of an entry, as far as that is known; it is once libmpv has opened it.
  func extent(
    of entry: PlaylistEntryID,
    clip: Clip? = nil,
    in handle: MPVHandle,
    sampleRate: Int,
    jump: Duration = .zero
  ) -> PlayableRange {
    let facts = facts(of: entry)
    let mp3 = facts.mp3
    return PlayableRange(
      clip: clip,
      exactEnd: facts.end,
      timeline: stream(of: entry)?.timeline,
      jump: jump,
      unheard: mp3?.unheard ?? .zero,
      mediaDuration: mp3?.length ?? stream(of: entry)?.mediaFacts?.chain?.duration
        ?? handle.double("duration").map { .seconds($0) },
      sampleRate: sampleRate
    )
  }
}

extension PlayableRange {
  /// Up to where a clip may begin so that it follows without a gap.
  ///
  /// To get there libmpv decodes what is before, while the last 0.4 s of the track before sound; and
  /// over a network these bytes have to come. A clip that begins later follows some 10 ms late.
  static func latestGaplessStart(of source: MediaSource) -> Duration {
    switch source.location {
    case .file, .bytes: .seconds(60)
    case .remote: .seconds(10)
    }
  }

  /// How far ahead of a clip decoding begins, where libmpv goes there: what a decoder gives out right
  /// after a jump is not right yet (MP3: 2,476 samples).
  static let preroll = Duration.milliseconds(500)
}
