import Dispatch
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Probes the audio format of media in advance. Each probe uses its own libmpv core, which opens
/// the media without decoding it.
///
/// Callable from any thread.
final class FormatProbes: Sendable {
  private struct State {
    var isClosed = false
    /// The current probe. Others end soon.
    var wanted: OverlapCancellation?
  }

  private let threads = DispatchGroup()
  private let state = Locked(State())

  /// Probes media on its own thread, cancels the previous probe, and calls `then` there. The result
  /// is `nil` if the media can't be opened within 10 s, or a later probe replaced it.
  func start(_ bytes: any ByteSource, then: @escaping @Sendable (EntryFormat?) -> Void) {
    let cancellation = OverlapCancellation()
    let (old, isClosed) = state.withLock { state in
      defer { state.wanted = cancellation }
      return (state.wanted, state.isClosed)
    }
    old?.cancel()
    if isClosed { cancellation.cancel() }
    threads.startThread("format") { then(Self.look(at: bytes, cancellation)) }
  }

  /// Cancels all probes, also later ones, and waits until they have ended.
  func close() {
    let wanted = state.withLock { state in
      state.isClosed = true
      return state.wanted
    }
    wanted?.cancel()
    threads.wait()
  }

  private static func look(
    at bytes: any ByteSource,
    _ cancellation: OverlapCancellation
  ) -> EntryFormat? {
    let registry = StreamRegistry()
    let entry = PlaylistEntryID(number: 1)
    registry.add(entry, source: bytes)
    cancellation.onCancel { registry.stream(of: entry)?.cancel() }
    let deadline = ContinuousClock.now + .seconds(10)
    do throws(MPVFailure) {
      let handle = try MPVHandle(.init(output: .null), registry)
      defer { handle.destroy() }
      try handle.set("cache", "no")
      try handle.command(["loadfile", StreamRegistry.name(of: entry)])
      while ContinuousClock.now < deadline, !cancellation.isCancelled {
        switch handle.waitEvent(timeout: 0.1) {
        case .hook(let name, let id):
          defer { handle.continueHook(id) }
          if MPVHook(rawValue: name) == .isOpened { return EntryFormat(handle.audioTrack) }
        case .endFile, .shutdown:
          return nil
        case .none, .log, .startFile, .seek, .playbackRestart, .propertyChange, .other:
          break
        }
      }
    } catch {}
    return nil
  }
}

extension EntryFormat {
  /// - Parameter track: libmpv's description of the track.
  init(_ track: MPVValue) {
    self.init(
      rate: track["demux-samplerate"].number.flatMap { Int(exactly: $0) },
      channels: track["demux-channel-count"].number.flatMap { Int(exactly: $0) },
      layout: track["demux-channels"].text
    )
  }
}
