import PlayerKit
import PlayerKitMedia

// The length of media on a server, if nothing states it.
extension MPVCore {
  /// With this much buffered, further requests do not endanger playback.
  private static let enoughBuffered = 10.0

  /// Starts to count the length of an entry, if its media is on a server and enough is buffered.
  ///
  /// - Returns: whether nothing is left to start.
  func measureRemote(_ entry: PlaylistEntryID) -> Bool {
    guard playlist[entry]?.isMeasured == false, let stream = registry.stream(of: entry),
      let facts = stream.mediaFacts, let remote = facts.remote
    else { return true }
    guard isWellBuffered, remote.isEndKnown else { return false }
    playlist[entry]?.isMeasured = true
    // The tags at the end may state a gain.
    if !facts.fields.gains.isEmpty { setFilters() }
    registry.measure(entry, remote) { [weak self] in
      self?.submit { $0.measured(entry) }
    }
    return true
  }

  private var isWellBuffered: Bool {
    handle.flag("demuxer-cache-idle") == true
      || handle.double("demuxer-cache-duration").map { $0 >= Self.enoughBuffered } == true
  }

  private func measured(_ entry: PlaylistEntryID) {
    if let chain = registry.facts(of: entry).chain { playlist[entry]?.links = chain.links }
    buffering = BufferingReport(load: buffering.load)
    let reading = reading()
    run { $0.learnedDuration(reading) }
    reportMetadata()
  }
}

extension StreamRegistry {
  /// Counts what no header of media on a server states, on its own thread.
  ///
  /// - Parameter onMeasured: called on that thread if something was counted.
  func measure(
    _ entry: PlaylistEntryID,
    _ remote: RemoteMedia,
    onMeasured: @escaping @Sendable () -> Void
  ) {
    let beginning = facts(of: entry).mp3?.beginning
    let adts = stream(of: entry)?.mediaFacts?.adts
    startCounting { [self] isCancelled in
      if let beginning {
        guard let count = remote.frames(beginning, isCancelled) else { return }
        record(entry) { $0.mp3?.setCount(count) }
      } else if let adts {
        guard let count = remote.frames(adts, isCancelled) else { return }
        record(entry) { $0.countedLength = adts.duration(ofFrames: count) }
      } else if let chain = remote.links() {
        record(entry) { $0.chain = chain }
      } else {
        return
      }
      onMeasured()
    }
  }
}
