import Dispatch
import PlayerKit

#if Inspection
  import PlayerKitInspection
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An engine that decodes and plays through libmpv.
///
/// Each engine owns one libmpv core with a thread of its own, where it also reports. Several may
/// exist in one process. An engine that is dropped without ``close()`` ends by itself, soon after.
///
/// AAC in MP4 begins and ends to the sample, where the file's index tells how many there are. Raw AAC
/// (ADTS) has no such count: what follows it is late by the padding of its last packet.
///
/// Of a live stream over http it tells the titles (ICY, comments of Ogg) when they are heard, within
/// some 30 ms where the bit rate is constant; otherwise off by what the rate differs over the bytes
/// that the station sends ahead. Its length is `nil`, and its position begins at 0. Where it breaks off
/// it is asked for again (``Configuration/reconnection``); after a long pause it goes on where the
/// station is (``Configuration/longestLivePause``).
///
/// A list of HLS plays as one media, whatever its name says. On demand it can be sought in, to the sample
/// where its parts tell their time; each seek asks for parts anew. Padding that an encoder put before and
/// behind the audio is left out where the initialization of fragmented MP4 tells it; other parts can't
/// tell it, and it sounds. Crossfades do not reach into such a stream: what follows begins without a gap.
/// A list may say where it begins, which counts where the load is for 0 and was not sought in.
///
/// A live list goes on over breaks of its server as a station does. Of what its server no longer has, the
/// position passes over as much as the list says, told as
/// ``PlayerKit/PositionDiscontinuity/Reason/liveEdge`` when it is heard.
///
/// A limit of libmpv: while it lets sound the last 0.4 s of a track that nothing follows, it takes
/// no commands. What is called then is obeyed when that tail was heard, up to 0.4 s late, or twice
/// ``Configuration/outputBuffer`` where that is more.
public final class MPVEngine: AudioEngine {
  let core: MPVCore
  private let ended = DispatchGroup()

  /// Starts an engine. Opens no output before the first load.
  ///
  /// - Throws: ``PlayerKit/PlayerError`` with the code `outputFailed` where libmpv cannot be set up,
  ///   the file of ``Output/pcm(path:)`` not be written, or ``Output/pipe(path:)`` is no named pipe.
  public init(configuration: Configuration = Configuration()) throws(PlayerError) {
    if case .pcm(let path) = configuration.output { try emptyFile(path) }
    if case .pipe(let path) = configuration.output { try checkPipe(path) }
    do throws(MPVFailure) {
      core = try MPVCore(configuration)
    } catch {
      throw Self.setUpFailed(error)
    }
    guard core.start(ended) else {
      throw Self.setUpFailed(MPVFailure(code: 0, text: "There is no room for another thread."))
    }
  }

  deinit {
    core.submit { $0.close() }
  }

  // MARK: AudioEngine

  #if Inspection
    /// Reads the tags of files, and of media at a server once it is open for being played, with the engine's cache and
    /// reach. Each call makes another one. The package's trait `Inspection`, on by default, brings it.
    public var inspector: (any MediaInspecting)? {
      MediaInspector(.init(cache: core.configuration.cache, reach: core.configuration.reach))
    }
  #endif

  /// Asks the system for routes, and servers that media came from before, whether they can be reached.
  public var network: (any NetworkChecking)? { core.sources }

  /// Loads a source in place of whatever is loaded. After ``close()`` it ends as `superseded`, on the
  /// calling thread.
  public func load(_ request: EngineLoad) {
    if !core.submit({ $0.load(request) }) { request.onReport(.superseded) }
  }

  /// Says what follows without a gap. Also in the last half second, when libmpv has begun what was
  /// said before: then what follows comes some 10 to 20 ms late, behind the whole of the tail. Of what
  /// was said before, a few ms may be heard; where an output cannot take back what it has rendered
  /// ahead (PulseAudio on a sink without rewinds), the rest of that block.
  ///
  /// The source is opened ahead. Where that fails, `next` fails at once. Where its first bytes are
  /// those of no common format, it begins when the current load was heard to its end, so that it
  /// can cut nothing off; a format that is rare, but can be played, follows some 10 ms late then.
  /// So do an MP4 file that was cut before its index, and a clip that begins more than 60 s into its
  /// source (10 s over http): what is before has to be decoded to get there without a gap. What
  /// begins as a common format does, and can't be opened all the same, fails some 0.4 s before the
  /// current load is heard to its end, and cuts nothing off either.
  public func setNext(_ next: EngineLoad?, after current: LoadID) {
    if !core.submit({ $0.setNext(next, after: current) }) { next?.onReport(.superseded) }
  }

  /// Begins now what was to follow, from the bytes that were read ahead.
  public func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    submit { $0.playNext(next, after: current, isPlaying: isPlaying) }
  }

  /// Lets the load sound, or pauses it.
  public func setPlaying(_ isPlaying: Bool, load: LoadID) {
    submit { $0.setPlaying(isPlaying, load: load) }
  }

  /// Goes to a position, exact to the sample where the format allows it.
  public func seek(to position: Duration, id: SeekID, load: LoadID) {
    submit { $0.seek(to: position, id: id, load: load) }
  }

  /// Reports where the load is.
  public func measure(_ load: LoadID) {
    submit { $0.measure(load) }
  }

  /// Gives the load back. Its last 0.4 s, once decoded to the end, may still be heard.
  public func unload(_ load: LoadID) {
    submit { $0.unload(load) }
  }

  /// What the volume moves now: depends on the output that is open. Software while there is none.
  public var volumeKind: VolumeKind { core.volumeKind.withLock { $0 } }

  /// Sets volume, mute and speed for all loads. The volume follows a cubic curve.
  public func setOutput(_ settings: OutputSettings) {
    submit { $0.setOutput(settings) }
  }

  /// Ends the engine; returns when libmpv's threads are gone and every stream is closed.
  public func close() async {
    core.submit { $0.close() }
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Asks the core something, for tests; `nil` after the end.
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

// Outside of the class, whose own `close` is another.
private func emptyFile(_ path: String) throws(PlayerError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else {
    let reason = String(cString: strerror(errno))
    throw PlayerError(.outputFailed, "The output file could not be opened: \(reason).")
  }
  close(descriptor)
}

// ALSA takes what is no pipe for a file to be written, and some characters for its own.
private func checkPipe(_ path: String) throws(PlayerError) {
  var facts = stat()
  guard path.utf8.allSatisfy(isPlain), stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO
  else { throw PlayerError(.outputFailed, "The output is no named pipe with a plain path.") }
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
