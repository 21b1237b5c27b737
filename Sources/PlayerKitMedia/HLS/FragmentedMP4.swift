/// Extracts the audio frames from the parts of a fragmented MP4, in a form that needs no container.
/// Pure.
///
/// An MP4 demuxer would look for an index in parts that are not there yet.
struct FragmentedMP4: Sendable, Equatable {
  /// The form of the extracted frames.
  enum Form: Sendable, Equatable {
    /// AAC with a header before each frame: profile, sample rate and channels as in that header.
    case adts(profile: UInt8, rate: UInt8, channels: UInt8)
    /// Unchanged frames after this head.
    case plain(head: [UInt8])
  }

  /// The content of a part.
  struct Content: Sendable, Equatable {
    var audio: [UInt8] = []
    /// The time of the first frame, in ticks.
    var start: Int64?
    /// The tags between the frames, and their offsets in the audio.
    var tags: [(offset: Int, tag: ID3Tag)] = []

    static func == (a: Content, b: Content) -> Bool {
      a.audio == b.audio && a.start == b.start
        && a.tags.elementsEqual(b.tags) { $0.offset == $1.offset && $0.tag == $1.tag }
    }
  }

  let form: Form
  let track: UInt32
  /// Ticks per second.
  let timescale: UInt32
  /// The encoder's padding before the audio, in ticks.
  private(set) var padding: Int64 = 0
  /// The length of the audio in ticks; `nil` if not stated.
  private(set) var length: Int64?
  /// The size of a frame if neither its run nor its fragment states it.
  private let usualSize: UInt32?

  enum Failure: Error, Sendable, Equatable {
    case noAudio
    case protected
    /// It can't be extracted from the container.
    case unknown
  }

  /// - Parameter bytes: the playlist's initialization section for the parts.
  init(_ bytes: [UInt8]) throws(Failure) {
    guard let index = bytes[...].box("moov"), let own = MP4AudioTrack.audioTracks(index).first,
      let header = own.box("tkhd"), let version = header.uint8(at: 0),
      let track = header.uint32(at: version == 0 ? 12 : 20),
      let timescale = own.box("mdia", "mdhd").flatMap({ MP4AudioTrack.timescale($0) }),
      let entry = own.box("mdia", "minf", "stbl", "stsd").flatMap({ description in
        MP4Boxes(description.dropFirst(8)).first { _ in true }
      })
    else { throw .noAudio }
    self.track = track
    self.timescale = timescale
    form = try Self.form(of: entry)
    usualSize = index.box("mvex").flatMap { defaults in
      MP4Boxes(defaults).first { $0.kind == "trex" && $0.body.uint32(at: 4) == track }?
        .body.uint32(at: 16)
    }
    readPadding(own, index)
  }

  /// More than any audio has.
  private static let maximumTicks = 1e15

  /// An edit list that starts with a pause does not describe padding.
  private mutating func readPadding(_ own: ArraySlice<UInt8>, _ index: ArraySlice<UInt8>) {
    if let edit = MP4AudioTrack.soleEdit(own), edit.start > 0, edit.start < Int64(timescale) {
      padding = edit.start
      let movie = index.box("mvhd").flatMap { MP4AudioTrack.timescale($0) }
      if let movie, edit.length > 0, edit.length < 1 << 40 {
        let ticks = (Double(edit.length) * Double(timescale) / Double(movie)).rounded()
        length = ticks < Self.maximumTicks ? Int64(ticks) : nil
      }
    } else if let tag = GaplessTag(index: index) {
      padding = tag.delay
      length = tag.samples
    }
  }

  // MARK: Sample formats

  private static func form(of entry: MP4Box) throws(Failure) -> Form {
    let version = entry.body.uint16(at: 8) ?? 0
    let boxes = entry.body.dropFirst(version == 1 ? 44 : 28)
    switch entry.kind {
    case "enca": throw .protected
    case "ac-3", "ec-3", ".mp3": return .plain(head: [])
    case "fLaC":
      guard let box = boxes.box("dfLa"), box.count >= 42 else { throw .unknown }
      // Only the first block, marked as the last one. The total sample count and the checksum do
      // not apply when playback starts at a later part.
      var head = Array("fLaC".utf8) + box.dropFirst(4).prefix(38)
      head[4] |= 0x80
      head[21] &= 0xF0
      for index in 22..<42 { head[index] = 0 }
      return .plain(head: head)
    case "mp4a":
      guard let descriptors = boxes.box("esds") else { throw .unknown }
      return try form(descriptors: descriptors)
    default: throw .unknown
    }
  }

  private static func form(descriptors: ArraySlice<UInt8>) throws(Failure) -> Form {
    guard let stream = AACConfiguration.descriptor(3, descriptors.dropFirst(4)),
      let decoder = AACConfiguration.descriptor(4, stream.dropFirst(3)),
      let kind = decoder.uint8(at: 0)
    else { throw .unknown }
    if [0x69, 0x6B].contains(kind) { return .plain(head: []) }
    guard let bytes = AACConfiguration.descriptor(5, decoder.dropFirst(13)),
      let first = bytes.uint16(at: 0)
    else { throw .unknown }
    var (profile, rate) = (first >> 11, first >> 7 & 15)
    let channels = first >> 3 & 15
    // The decoder detects spectral band replication itself.
    if profile == 5 || profile == 29, let more = bytes.uint16(at: 1) { profile = more >> 2 & 31 }
    guard (1...4).contains(profile), rate < 13, (1...7).contains(channels) else { throw .unknown }
    rate = min(rate, 12)
    return .adts(profile: UInt8(profile - 1), rate: UInt8(rate), channels: UInt8(channels))
  }

  /// Returns the header of a frame.
  private static func head(_ form: Form, _ size: Int) -> [UInt8] {
    guard case .adts(let profile, let rate, let channels) = form else { return [] }
    // The field has 13 bits. No AAC frame is longer.
    let length = min(size + 7, 0x1FFF)
    return [
      0xFF, 0xF1, profile << 6 | rate << 2 | channels >> 2,
      (channels & 3) << 6 | UInt8(length >> 11 & 3), UInt8(length >> 3 & 0xFF),
      UInt8(length & 7) << 5 | 0x1F, 0xFC,
    ]
  }

  // MARK: Fragments

  /// The maximum number of frames in a part. The extracted audio also can't exceed the part's size:
  /// runs that repeat the same bytes end it.
  private static let maximumFrames = 1 << 18

  func read(_ part: [UInt8]) -> Content {
    var content = Content()
    content.audio.reserveCapacity(part.count + part.count / 16)
    var room = Room(bytes: part.count, frames: Self.maximumFrames)
    for fragment in MP4Boxes(part[...]) {
      if fragment.kind == "emsg", let tag = Self.tag(fragment.body) {
        content.tags.append((content.audio.count, tag))
      }
      guard fragment.kind == "moof" else { continue }
      // The base of a run's offset.
      let base = fragment.start
      for run in MP4Boxes(fragment.body) where run.kind == "traf" {
        guard let header = run.body.box("tfhd"), header.uint32(at: 4) == track else { continue }
        content.start = content.start ?? run.body.box("tfdt").flatMap(Self.time)
        var place = base
        for table in MP4Boxes(run.body) where table.kind == "trun" {
          read(table.body, header, part, base, &place, &content, &room)
          if room.isOver { return content }
        }
      }
    }
    return content
  }

  /// Returns the ID3 tag in an event message; `nil` if it contains something else.
  private static func tag(_ message: ArraySlice<UInt8>) -> ID3Tag? {
    var rest = message.dropFirst(message.uint8(at: 0) == 0 ? 4 : 24)
    // The names of the scheme and its value, each terminated by a zero.
    for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
    if message.uint8(at: 0) == 0 { rest = rest.dropFirst(16) }
    return ID3Tag.read(rest)?.tag
  }

  /// The remaining budget of a part.
  private struct Room {
    var bytes: Int
    var frames: Int
    var isOver = false

    mutating func take(_ size: Int) -> Bool {
      (bytes, frames) = (bytes - size, frames - 1)
      isOver = bytes < 0 || frames < 0
      return !isOver
    }
  }

  private static func time(_ box: ArraySlice<UInt8>) -> Int64? {
    let isShort = box.uint8(at: 0) == 0
    let value = isShort ? box.uint32(at: 4).map { UInt64($0) } : box.uint64(at: 4)
    return value.flatMap { $0 < 1 << 50 ? Int64($0) : nil }
  }

  private func read(
    _ table: ArraySlice<UInt8>,
    _ header: ArraySlice<UInt8>,
    _ part: [UInt8],
    _ base: Int,
    _ place: inout Int,
    _ content: inout Content,
    _ room: inout Room
  ) {
    guard let flags = table.uint32(at: 0), let count = table.uint32(at: 4) else { return }
    var offset = 8
    if flags & 1 != 0 {
      guard let distance = table.uint32(at: offset) else { return }
      place = base + Int(Int32(bitPattern: distance))
      offset += 4
    }
    if flags & 4 != 0 { offset += 4 }
    let step = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
    let sizeOffset = flags & 0x100 != 0 ? 4 : 0
    let usual = Self.usualSize(header) ?? usualSize
    for _ in 0..<count {
      let own = flags & 0x200 != 0 ? table.uint32(at: offset + sizeOffset) : usual
      guard let size = own.map({ Int($0) }), size > 0, place >= 0, place + size <= part.count
      else { return }
      guard room.take(size) else { return }
      content.audio += Self.head(form, size)
      content.audio += part[place..<place + size]
      place += size
      offset += step
    }
  }

  /// Returns the size of a frame if its run does not state it.
  private static func usualSize(_ header: ArraySlice<UInt8>) -> UInt32? {
    guard let flags = header.uint32(at: 0), flags & 0x10 != 0 else { return nil }
    let before = [(1, 8), (2, 4), (8, 4)].reduce(8) { $0 + (flags & UInt32($1.0) != 0 ? $1.1 : 0) }
    return header.uint32(at: before)
  }
}
