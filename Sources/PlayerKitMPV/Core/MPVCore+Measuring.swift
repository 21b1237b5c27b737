import PlayerKitMedia
import PlayerKit

// Where libmpv stands, and where an entry begins and ends on its clock.
extension MPVCore {
  func reading() -> PlaybackSample {
    let before = playingEntry
    var reading = PlaybackSample(now: configuration.clock.now)
    reading.position = heardPosition.map { .seconds($0) }
    // Where this thread was held up between the two, they say nothing of each other.
    for _ in 0..<3 where configuration.clock.now - reading.now > .milliseconds(5) {
      reading.now = configuration.clock.now
      reading.position = heardPosition.map { .seconds($0) }
    }
    reading.isSeekable = handle.flag("seekable") ?? false
    // libmpv may have changed to another entry between two answers.
    if let before {
      let extent = extent(of: before)
      if before == playingEntry {
        reading.entry = before
        reading.isLive = registry.stream(of: before)?.isLive == true
        reading.isEndless = registry.stream(of: before)?.isEndless == true
        // libmpv takes the end of its cache for that of a live stream.
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

  /// How far the positions of a live stream are ahead of libmpv's clock; `nil` of anything else.
  func liveAhead(of entry: PlaylistEntryID) -> Duration? {
    playlist[entry].flatMap { record in record.liveOffset.map { $0 + record.jump } }
  }

  /// A live stream begins: wherever libmpv's clock stands, its position is where it is to begin.
  func beginLiveClock() {
    guard let entry = playingEntry, registry.stream(of: entry)?.isLive == true,
      let record = playlist[entry], record.liveOffset == nil, let time = heardPosition
    else { return }
    // Below zero, the track before is still heard.
    playlist[entry]?.liveOffset = record.liveStart - .seconds(max(time, 0))
  }

  /// `time-pos` is as old as the last turn of libmpv's core, up to 70 ms while it only plays; `audio-pts` is
  /// computed when it is read. `audio-pts` is unavailable until sound is decoded, and after the last of it.
  private var heardPosition: Double? {
    handle.double("audio-pts") ?? handle.double("time-pos")
  }

  var playingEntry: PlaylistEntryID? {
    handle.get("path").text.flatMap(StreamRegistry.entry(named:))
  }

  /// What is to be played of an entry, as far as that is known; it is once the entry is open.
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

  /// Once an entry is opened: has libmpv begin and end it where its audio does, or its clip, for this
  /// time only.
  ///
  /// By then libmpv has read the media's index, and so has our loader.
  func setExtent() {
    guard let entry = playingEntry else { return }
    registry.recordMP3(entry, in: handle)
    registry.countFrames(of: entry) { [weak self] in
      self?.submit { core in
        let reading = core.reading()
        core.run { $0.learnedDuration(reading) }
      }
    }
    playlist[entry]?.links = registry.stream(of: entry)?.mediaFacts?.chain?.links ?? []
    let extent = extent(of: entry)
    guard !extent.isEmpty || playlist[entry]?.load?.clip == nil else {
      registry.record(entry) {
        $0.failure = PlayerError(.invalidClip, "The clip begins where the track has ended already.")
      }
      return setLocal("end", "0")
    }
    if end(of: entry) != nil { setEnd(of: entry) }
    guard !extent.beginsWithMedia else { return }
    // The filter `atrim` cuts to the sample, see `setFilters()`. Not the option `start` alone: of what
    // is appended, that cuts the tail of the track before.
    let start = extent.lead - PlayableRange.preroll
    if entry == replacing, start > .zero, handle.flag("seekable") == true {
      setLocal("start", "\(start.seconds)")
    }
  }

  func setLocal(_ option: String, _ value: String) {
    set("file-local-options/\(option)", value)
  }

  /// Before an entry is unloaded: whether it was decoded to where it says that it ends.
  func detectTruncation() {
    // Of what may begin in the middle, what the media declares is not what is played.
    guard let entry = playingEntry else { return }
    let stream = registry.stream(of: entry)
    guard stream?.isLive != true, stream?.timeline == nil else { return }
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
      sampleRate: handle.double("audio-params/samplerate")
    )
  }
}

// What libmpv can't open while the load before still sounds.
extension MPVCore {
  /// While libmpv waits, as it could not open an entry: gives it silence to open instead, where a
  /// failure would cut the tail of what sounds.
  func coverRefusal() {
    guard let entry = active, machine.mustNotFail(entry) else { return }
    guard set("stream-open-filename", StreamRegistry.name(of: .silence)) else { return }
    let error = EndClassifier.refusal(streamFailure: registry.facts(of: entry).failure)
    // Not before libmpv goes on, as reports may take their time.
    submit { core in core.run { $0.ended(entry, .failed(error)) } }
  }

  /// What is played instead: 10 ms.
  static func silence(_ quality: MPVEngine.Quality) -> MemoryByteSource {
    let sampleRate =
      if case .fixed(let rate) = quality { rate } else { MPVEngine.Configuration.commonRate }
    let frames = min(max(sampleRate, 8_000), 384_000) / 100
    let samples = [Float](repeating: 0, count: frames * 2)
    return MemoryByteSource(CrossfadeMix.wav(samples, sampleRate: sampleRate))
  }
}

extension MPVValue {
  /// The texts of a map.
  var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }
}
