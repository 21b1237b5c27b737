import PlayerKit

// Metadata of live streams, reported when it is heard.
extension MPVCore {
  /// Stores metadata that a stream announced at a byte offset.
  func received(_ metadata: StreamMetadata, from entry: PlaylistEntryID, at offset: Int64) {
    playlist[entry]?.announcements.add(metadata, at: offset)
    reportMetadata()
  }

  /// Stores that a stream jumps to a later position at a byte offset.
  func jumped(_ jump: Duration, in entry: PlaylistEntryID, at offset: Int64) {
    playlist[entry]?.announcements.add(jump: jump, at: offset)
    reportMetadata()
  }

  /// Reports the metadata heard by now, and schedules the next check.
  func reportMetadata() {
    metadataAt = nil
    guard playlist.hasAnnouncements else { return }
    let reading = reading()
    guard let entry = reading.entry, var record = playlist[entry], let load = record.load,
      machine.isHeard(load.id)
    else { return }
    if let time = handle.double("demuxer-cache-time") {
      record.announcements.place(
        bytes: registry.stream(of: entry)?.offset ?? 0,
        time: .seconds(time) + (record.liveOffset.map { $0 - record.liveStart } ?? .zero)
      )
    }
    // On libmpv's clock, like the announcements.
    let position = reading.position.map {
      reading.isLive ? $0 - record.liveStart - record.jump : $0 + extent(of: entry).lead
    }
    let heard = record.announcements.take(at: position)
    let jump = record.announcements.takeJump()
    record.jump += jump
    let link = position.flatMap { record.takeLink(at: $0) }
    playlist[entry] = record
    let rests = [record.announcements.rest(at: position), position.flatMap { record.rest(at: $0) }]
    if let rest = rests.compactMap(\.self).min(), machine.speed > 0 {
      let wait = rest / machine.speed
      metadataAt = now + min(max(wait, .milliseconds(20)), .milliseconds(500))
    }
    if jump > .zero {
      let after = self.reading()
      // libmpv reaches the end earlier by this amount.
      if !after.isLive { setEnd(of: entry, to: record.end) }
      run { $0.jumped(after) }
    }
    if let heard = heard ?? link { load.onReport(.metadata(heard)) }
  }
}

extension MPVEngineStateMachine {
  /// Returns whether a load is audible and its owner knows it.
  func isHeard(_ load: LoadID) -> Bool {
    current?.id == load && current?.isLoaded == true && current?.owesStart == false
  }
}

extension PlaylistEntry {
  /// Shorter than a screen takes to show a title.
  private static let tolerance = Duration.milliseconds(10)

  /// Returns the metadata of the stream heard at a position, if that stream has changed.
  mutating func takeLink(at position: Duration) -> StreamMetadata? {
    guard links.count > 1 else { return nil }
    let heard = links.lastIndex { $0.start <= position + Self.tolerance } ?? 0
    guard heard != heardLink else { return nil }
    heardLink = heard
    var metadata = StreamMetadata()
    (metadata.title, metadata.artist) = (links[heard].title, links[heard].artist)
    return metadata
  }

  /// Returns how much plays before the next stream begins; `nil` if none follows.
  func rest(at position: Duration) -> Duration? {
    links.first { $0.start > position + Self.tolerance }.map { $0.start - position }
  }
}
