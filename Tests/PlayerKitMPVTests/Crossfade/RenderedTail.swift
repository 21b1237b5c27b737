import PlayerKit
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Renders the overlap of 2 s from a track with this stated length into silence.
func renderTail(
  of bytes: CountingBytes,
  _ mp3: MP3Tail.Track? = nil,
  duration: Duration
) throws -> (Overlap.Rendered, wav: [UInt8])? {
  let silence = Signal(samples: [Int16](repeating: 0, count: 8 * Signal.rate))
  let head = MemoryByteSource([UInt8](silence.wav))
  let plan = Overlap.Plan(crossfade: .seconds(2), duration: duration, position: .zero)
  let renderer = OverlapRenderer(
    tail: .init(source: MediaSource(.bytes(bytes)), isInAlbum: false, mp3: mp3),
    head: .init(source: MediaSource(.bytes(head)), isInAlbum: false),
    plan: try #require(plan),
    loudness: Loudness(),
    sampleRate: Signal.rate,
    sources: SourceOpener(LoadingSettings(networkTimeout: .seconds(1))),
    begun: SystemPlaybackClock().now,
    speed: 1,
    cancellation: OverlapCancellation()
  )
  return renderer.render()
}
