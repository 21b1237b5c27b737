import PlayerKit

// What live streams say about themselves, told when it is heard.
extension MPVCore {
  /// A stream said something at a place in its bytes.
  func said(_ said: StreamMetadata, by entry: Entry, at offset: Int64) {
    guard owners[entry] != nil else { return }
    metadata.add(said, to: entry, at: offset)
    tellMetadata()
  }

  /// Tells what is heard by now, and looks again when the next is due.
  func tellMetadata() {
    metadataAt = nil
    guard !metadata.isEmpty else { return }
    let reading = reading()
    guard let entry = reading.entry, let id = owners[entry], machine.isHeard(id) else { return }
    if let time = handle.double("demuxer-cache-time") {
      metadata.place(entry, bytes: registry.bytesRead(of: entry), time: .seconds(time))
    }
    let heard = metadata.take(at: reading)
    if let rest = metadata.rest(at: reading), machine.speed > 0 {
      let wait = rest / machine.speed
      metadataAt = .now + min(max(wait, .milliseconds(20)), .milliseconds(500))
    }
    if let heard { loads[id]?.onReport(.metadata(heard)) }
  }
}

extension MPVEngineStateMachine {
  /// Whether a load can be heard, and was told to be.
  fileprivate func isHeard(_ load: LoadID) -> Bool {
    current?.id == load && current?.isLoaded == true && current?.owesStart == false
  }
}
