import PlayerKit

// What live streams say about themselves, reported when it is heard.
extension MPVCore {
  /// A stream said something at a place in its bytes.
  func received(_ metadata: StreamMetadata, from entry: PlaylistEntryID, at offset: Int64) {
    playlist[entry]?.announcements.add(metadata, at: offset)
    reportMetadata()
  }

  /// A stream continues at a later position, from a place in its bytes on.
  func jumped(_ jump: Duration, in entry: PlaylistEntryID, at offset: Int64) {
    playlist[entry]?.announcements.add(jump: jump, at: offset)
    reportMetadata()
  }

  /// Reports what is heard by now, and looks again when the next is due.
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
    // On libmpv's clock, as what is announced is.
    let position = reading.position.map {
      reading.isLive ? $0 - record.liveStart - record.jump : $0 + extent(of: entry).lead
    }
    let heard = record.announcements.take(at: position)
    let jump = record.announcements.takeJump()
    record.jump += jump
    playlist[entry] = record
    if let rest = record.announcements.rest(at: position), machine.speed > 0 {
      let wait = rest / machine.speed
      metadataAt = now + min(max(wait, .milliseconds(20)), .milliseconds(500))
    }
    if jump > .zero {
      let after = self.reading()
      // libmpv reaches the end earlier by that much.
      if !after.isLive { setEnd(of: entry, to: record.end) }
      run { $0.jumped(after) }
    }
    if let heard { load.onReport(.metadata(heard)) }
  }
}

extension MPVEngineStateMachine {
  /// Whether a load can be heard, and its owner knows that.
  func isHeard(_ load: LoadID) -> Bool {
    current?.id == load && current?.isLoaded == true && current?.owesStart == false
  }
}
