import PlayerKit
import PlayerKitMedia

// The position of libmpv, and the start and end of an entry on its clock.
extension MPVCore {
  func reading() -> PlaybackSample {
    let before = playingEntry
    var reading = PlaybackSample(now: configuration.clock.now)
    reading.position = heardPosition.map { .seconds($0) }
    // If this thread was delayed between the two reads, they do not match.
    for _ in 0..<3 where configuration.clock.now - reading.now > .milliseconds(5) {
      reading.now = configuration.clock.now
      reading.position = heardPosition.map { .seconds($0) }
    }
    reading.isSeekable = handle.flag("seekable") ?? false
    // libmpv may have moved to another entry between two reads.
    if let before {
      let extent = extent(of: before)
      if before == playingEntry {
        reading.entry = before
        reading.isLive = registry.stream(of: before)?.isLive == true
        reading.isEndless = registry.stream(of: before)?.isEndless == true
        // libmpv reports the end of its cache as the duration of a live stream.
        reading.duration = reading.isLive ? nil : extent.duration
        let ahead = reading.isLive ? liveAhead(of: before) ?? .zero : .zero - extent.lead
        reading.position = reading.position.map { $0 + ahead }
        reading.isSeekable =
          reading.isSeekable && registry.stream(of: before)?.isKnownSeekable == true
        if registry.stream(of: before)?.timeline != nil {
          (reading.isSeekable, reading.seeksByReopening) = (true, true)
          reading.openedAt = playlist[before]?.openedAt ?? .zero
        }
        return reading
      }
    }
    reading.position = nil
    return reading
  }

  /// Returns how far positions of a live stream are ahead of libmpv's clock; `nil` for other media.
  func liveAhead(of entry: PlaylistEntryID) -> Duration? {
    playlist[entry].flatMap { record in record.liveOffset.map { $0 + record.jump } }
  }

  /// Maps libmpv's clock to the start position of a live stream when it starts.
  func beginLiveClock() {
    guard let entry = playingEntry, registry.stream(of: entry)?.isLive == true,
      let record = playlist[entry], record.liveOffset == nil, let time = heardPosition
    else { return }
    // Below zero, the previous track is still audible.
    playlist[entry]?.liveOffset = record.liveStart - .seconds(max(time, 0))
  }

  /// `time-pos` is as old as the last cycle of libmpv's core, up to 70 ms during playback;
  /// `audio-pts` is computed when read. `audio-pts` is unavailable before the first and after the
  /// last decoded audio.
  private var heardPosition: Double? {
    handle.double("audio-pts") ?? handle.double("time-pos")
  }

  var playingEntry: PlaylistEntryID? {
    handle.get("path").text.flatMap(StreamRegistry.entry(named:))
  }

  /// Returns the playable range of an entry, as known so far. It is complete once the entry is
  /// open.
  func extent(of entry: PlaylistEntryID) -> PlayableRange {
    registry.extent(
      of: entry,
      clip: playlist[entry]?.load?.clip,
      in: handle,
      sampleRate: sampleRate(of: entry),
      jump: playlist[entry]?.jump ?? .zero
    )
  }

  func isEmptyClip(_ entry: PlaylistEntryID?) -> Bool {
    guard let entry, playlist[entry]?.load?.clip != nil else { return false }
    return registry.facts(of: entry).failure?.code == .invalidClip
  }

  /// Makes libmpv start and end an opened entry at its audio or clip, for this playback only.
  ///
  /// By then, libmpv and our loader have read the media's index.
  func setExtent() {
    guard let entry = playingEntry else { return }
    registry.recordMP3(entry, in: handle)
    registry.countFrames(of: entry) { [weak self] in
      self?.submit { core in
        let reading = core.reading()
        core.run { $0.learnedDuration(reading) }
      }
    }
    playlist[entry]?.isMeasured = false
    playlist[entry]?.links = registry.stream(of: entry)?.mediaFacts?.chain?.links ?? []
    let extent = extent(of: entry)
    guard !extent.isEmpty || playlist[entry]?.load?.clip == nil else {
      registry.record(entry) {
        $0.failure = PlayerError(
          .invalidClip,
          "The clip begins after the end of the track. Choose an earlier start."
        )
      }
      return setLocal("end", "0")
    }
    if end(of: entry) != nil { setEnd(of: entry) }
    guard !extent.beginsWithMedia else { return }
    // The filter `atrim` cuts to the sample, see `setFilters()`. The option `start` alone does not
    // work: for an appended entry, it cuts the tail of the previous track.
    let start = extent.lead - PlayableRange.preroll
    if entry == replacing, start > .zero, handle.flag("seekable") == true {
      setLocal("start", "\(start.seconds)")
    }
  }

  func setLocal(_ option: String, _ value: String) {
    set("file-local-options/\(option)", value)
  }

  /// Checks, before an entry is unloaded, whether it was decoded to its declared end.
  func recordEnd() {
    // A stream that may start in the middle does not play its declared length.
    guard let entry = playingEntry else { return }
    let stream = registry.stream(of: entry)
    guard stream?.isLive != true else { return }
    let duration = extent(of: entry).duration
    playlist[entry]?.duration = duration
    guard stream?.timeline == nil else { return }
    let cache = handle.get("demuxer-cache-state")
    let facts = registry.facts(of: entry)
    let end = [
      facts.end?.seconds ?? handle.double("duration"), end(of: entry),
      facts.audioLength,
    ]
    playlist[entry]?.truncation = Truncation.detect(
      format: handle.get("file-format").text,
      duration: end.compactMap { $0 }.min(),
      decodedTo: handle.double("audio-pts"),
      cachedTo: cache["cache-end"].number,
      sampleRate: handle.double("audio-params/samplerate"),
      longestPacket: stream?.mediaFacts?.longestPacket
    )
  }
}

// Entries that libmpv can't open while the previous load is still audible.
extension MPVCore {
  /// Replaces an entry that libmpv could not open with silence while libmpv waits, if a failure
  /// would cut the tail of the current audio.
  func coverRefusal() {
    guard let entry = active, machine.mustNotFail(entry) else { return }
    guard set("stream-open-filename", StreamRegistry.name(of: .silence)) else { return }
    let error = EndClassifier.refusal(streamFailure: registry.facts(of: entry).failure)
    // Deferred until libmpv continues, as reports may take time.
    submit { core in core.run { $0.ended(entry, .failed(error)) } }
  }

  /// Returns the replacement: 10 ms of silence.
  static func silence(_ quality: MPVEngine.Quality) -> MemoryByteSource {
    let sampleRate =
      if case .fixed(let rate) = quality { rate } else { MPVEngine.Configuration.commonRate }
    let frames = min(max(sampleRate, 8_000), 384_000) / 100
    let samples = [Float](repeating: 0, count: frames * 2)
    return MemoryByteSource(CrossfadeMix.wav(samples, sampleRate: sampleRate))
  }
}

extension MPVValue {
  /// The text values of a map.
  var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }
}
