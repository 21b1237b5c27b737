import Dispatch
import PlayerKit
import PlayerKitSystem

#if Inspection
  import PlayerKitInspection
#endif

/// An engine that decodes and plays through libmpv.
///
/// Each engine owns one libmpv core with its own thread, on which it also reports. A process may
/// have several engines. If an engine is dropped without ``close()``, it ends soon after.
///
/// AAC in MP4 starts and ends sample-exactly if the file's index states the sample count. Raw AAC
/// (ADTS) has no such count: the next track is late by the padding of the last packet.
///
/// For live HTTP streams, the engine reports titles (ICY, Ogg comments) when they are heard, within
/// some 30 ms at a constant bit rate. Otherwise the error is the rate's variation over the bytes
/// that the station sends ahead. A live stream's duration is `nil`, and its position starts at 0.
/// If it breaks off, the engine reconnects (``Configuration/reconnection``). After a long pause, it
/// resumes at the live position (``Configuration/longestLivePause``).
///
/// An HLS playlist plays as one piece of media, regardless of its extension. On-demand HLS is
/// seekable, sample-exactly if its parts state their time; each seek requests parts again. Encoder
/// padding before and after the audio is skipped if the initialization segment of fragmented MP4
/// states it. Other parts can't state it, so their padding is audible. Crossfades do not work with
/// HLS: the next track starts without a gap. A playlist may state its start position, which counts
/// if the load starts at 0 and was not seeked.
///
/// A live HLS playlist survives server outages as a station does. If the server no longer has some
/// parts, the position skips the duration that the playlist states. This is reported as
/// ``PlayerKit/PositionDiscontinuity/Reason/liveEdge`` when it is heard.
///
/// A limitation of libmpv: while the last 0.4 s of the last track play, it accepts no commands.
/// Commands in this time take effect when the tail has played, up to 0.4 s late, or twice
/// ``Configuration/outputBuffer`` if this is longer.
public final class MPVEngine: AudioEngine {
  let core: MPVCore
  private let ended = DispatchGroup()

  /// Starts an engine. Opens no output before the first load.
  ///
  /// - Throws: ``PlayerKit/PlayerError`` with the code `outputFailed` if libmpv can't be set up,
  ///   the file of ``Output/pcm(path:)`` can't be written, or ``Output/pipe(path:)`` is not a named
  ///   pipe.
  public init(configuration: Configuration = Configuration()) throws(PlayerError) {
    if case .pcm(let path) = configuration.output { try emptyFile(path) }
    if case .pipe(let path) = configuration.output { try checkPipe(path) }
    do throws(MPVFailure) {
      core = try MPVCore(configuration)
    } catch {
      throw Self.setUpFailed(error)
    }
    guard core.start(ended) else {
      throw Self.setUpFailed(
        MPVFailure(code: 0, text: "The system allows no more threads. End other programs.")
      )
    }
  }

  deinit {
    core.submit { $0.close() }
  }

  // MARK: AudioEngine

  #if Inspection
    /// Reads the tags of files, and of remote media once it is open for playback, with the engine's
    /// cache and reach. Each access creates a new inspector. Requires the package trait
    /// `Inspection`, which is on by default.
    public var inspector: (any MediaInspecting)? {
      MediaInspector(.init(cache: core.configuration.cache, reach: core.configuration.reach))
    }
  #endif

  /// Checks the system for routes, and known servers for whether they can be reached.
  public var network: (any NetworkChecking)? { core.sources }

  /// Loads a source and replaces the current load. After ``close()``, the load ends as
  /// `superseded`, on the calling thread.
  public func load(_ request: EngineLoad) {
    if !core.submit({ $0.load(request) }) { request.onReport(.superseded) }
  }

  /// Sets the load that follows without a gap. This also works in the last half second, when libmpv
  /// has already begun the previous choice. Then the new one starts some 10 to 20 ms late, after
  /// the whole tail. A few ms of the previous choice may be audible; if the output can't take back
  /// rendered audio (PulseAudio on a sink without rewinds), the rest of that block is.
  ///
  /// The source is opened ahead. If this fails, `next` fails at once. If its first bytes match no
  /// common format, it starts only when the current load has finished, so that it can't cut
  /// anything off. A rare but playable format then follows some 10 ms late. The same holds for an
  /// MP4 file that was cut before its index, and for a clip that starts more than 60 s into its
  /// source (10 s over HTTP): a gapless start would have to decode everything before it. A source
  /// that looks like a common format but can't be opened fails some 0.4 s before the current load
  /// has finished, and cuts nothing off either.
  public func setNext(_ next: EngineLoad?, after current: LoadID) {
    if !core.submit({ $0.setNext(next, after: current) }) { next?.onReport(.superseded) }
  }

  /// Starts the next load now, from the bytes that were read ahead.
  public func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    submit { $0.playNext(next, after: current, isPlaying: isPlaying) }
  }

  /// Plays or pauses the load.
  public func setPlaying(_ isPlaying: Bool, load: LoadID) {
    submit { $0.setPlaying(isPlaying, load: load) }
  }

  /// Seeks to a position, sample-exactly if the format allows it.
  public func seek(to position: Duration, id: SeekID, load: LoadID) {
    submit { $0.seek(to: position, id: id, load: load) }
  }

  /// Reports the position of the load.
  public func measure(_ load: LoadID) {
    submit { $0.measure(load) }
  }

  /// Unloads the load. Once it is decoded to the end, its last 0.4 s may still be audible.
  public func unload(_ load: LoadID) {
    submit { $0.unload(load) }
  }

  /// The kind of volume in use, which depends on the open output. Software if no output is open.
  public var volumeKind: VolumeKind { core.volumeKind.withLock { $0 } }

  /// Sets volume, mute and speed for all loads. The volume follows a cubic curve.
  public func setOutput(_ settings: OutputSettings) {
    submit { $0.setOutput(settings) }
  }

  /// Closes the engine. Returns when libmpv's threads have ended and all streams are closed.
  public func close() async {
    core.submit { $0.close() }
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Asks the core a question, for tests; `nil` after the engine has ended.
  func ask<Value: Sendable>(
    _ question: @escaping @Sendable (isolated MPVCore) -> Value?
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      let isTaken = core.submit { continuation.resume(returning: question($0)) }
      if !isTaken { continuation.resume(returning: nil) }
    }
  }

  private func submit(
    _ command: @escaping @Sendable (inout MPVEngineStateMachine) -> [MPVEngineStateMachine.Action]
  ) {
    core.submit { $0.run(command) }
  }
}

// Outside the class, because its `close` would shadow this one.
private func emptyFile(_ path: String) throws(PlayerError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else {
    let reason = String(cString: strerror(errno))
    throw PlayerError(.outputFailed, "The output file could not be opened: \(reason).")
  }
  close(descriptor)
}

// ALSA would write to any other path as a file, and interprets some characters itself.
private func checkPipe(_ path: String) throws(PlayerError) {
  var facts = stat()
  guard path.utf8.allSatisfy(isPlain), stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO
  else {
    throw PlayerError(
      .outputFailed,
      "The output is not a named pipe with a plain path. Create it with mkfifo."
    )
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
    UInt8(ascii: "_"), UInt8(ascii: "-"):
    true
  default: false
  }
}
