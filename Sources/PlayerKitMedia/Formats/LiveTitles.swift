import PlayerKit
import PlayerKitSystem

/// The announcements of a live stream, between its bytes (ICY) or in them (Ogg), and the last one
/// that the reader has passed. Pure.
struct LiveTitles: Sendable {
  private var stripper: ICYStripper?
  private var ogg: OggCommentReader?
  private var metadata: StreamMetadata
  private var ahead: [(offset: Int64, metadata: StreamMetadata)] = []
  private var passed: StreamMetadata?

  /// The maximum number of waiting announcements. Later ones replace the last.
  private static var maximumAhead: Int { 256 }

  init(_ head: MediaResponseHead) {
    metadata = head.station
    stripper = head.icyInterval.map { ICYStripper(interval: $0) }
    ogg = head.mayBeOgg ? OggCommentReader() : nil
    if metadata != StreamMetadata() { ahead = [(0, metadata)] }
  }

  /// Called when the stream reconnected after the received bytes. Its interval may have changed.
  mutating func reconnected(_ head: MediaResponseHead, at offset: Int64) {
    stripper = head.icyInterval.map { ICYStripper(interval: $0) }
    ogg = head.mayBeOgg ? OggCommentReader() : nil
    var station = head.station
    guard station != StreamMetadata() else { return }
    (station.title, station.artist, station.url) = (metadata.title, metadata.artist, metadata.url)
    tell(station, at: offset)
  }

  /// - Returns: the audio bytes of the body.
  mutating func consume(_ data: Data, at offset: Int64) -> Data {
    var audio = data
    if let (bytes, found) = stripper?.consume(data, at: offset) {
      audio = bytes
      for finding in found { read(finding) }
    }
    for (place, comments) in ogg?.consume(audio, at: offset) ?? [] {
      // A new Ogg link resets the title, even if it has none. But an ICY title stays.
      if comments == .init(), stripper != nil { continue }
      var metadata = metadata
      (metadata.title, metadata.artist) = (comments.title, comments.artist)
      tell(metadata, at: place)
    }
    return audio
  }

  /// An empty title clears the previous one. A repeated title changes nothing.
  private mutating func read(_ finding: ICYStripper.Finding) {
    let fields = ICYBlock.fields(of: finding.text)
    guard let title = ICYBlock.title(fields["streamtitle"]) else {
      var metadata = metadata
      if let text = fields["streamtitle"] {
        // An advertisement changes nothing.
        guard StationText.clean(text) == nil, fields["adw_ad"] == nil else { return }
        (metadata.title, metadata.artist, metadata.url) = (nil, nil, nil)
        return tell(metadata, at: finding.offset)
      }
      guard let url = fields["streamurl"].flatMap(StationText.clean) else { return }
      metadata.url = url
      return tell(metadata, at: finding.offset)
    }
    var metadata = metadata
    (metadata.title, metadata.artist) = title
    metadata.url = fields["streamurl"].flatMap(StationText.clean)
    tell(metadata, at: finding.offset)
  }

  private mutating func tell(_ new: StreamMetadata, at offset: Int64) {
    guard new != metadata else { return }
    metadata = new
    let isFull = ahead.count >= Self.maximumAhead
    ahead.append((isFull ? ahead.removeLast().offset : offset, new))
  }

  /// Returns how many bytes may be read at a position without passing an announcement.
  mutating func room(at position: Int64) -> Int {
    while let first = ahead.first, first.offset <= position {
      passed = first.metadata
      ahead.removeFirst()
    }
    return ahead.first.map { Int(clamping: $0.offset - position) } ?? .max
  }

  mutating func takePassed() -> StreamMetadata? {
    defer { passed = nil }
    return passed
  }
}
