/// The index information of an MP4 file's only AAC track.
package struct MP4AudioTrack: Sendable, Equatable {
  /// The edit: the part of the media that plays.
  struct Edit: Sendable, Equatable {
    /// The length in ticks of the movie; 0 for the length of the media.
    let length: UInt64
    /// The start, in samples.
    let start: Int64
  }

  /// Samples per second; also the ticks per second of the track.
  let rate: UInt32
  /// The samples of all packets, with the encoder's padding.
  let samples: Int64
  /// Samples per packet.
  let packet: Int64
  /// Ticks per second of the movie.
  let movieRate: UInt32
  /// `nil` if there is no edit list.
  let edit: Edit?
  let tag: GaplessTag?

  /// - Parameter index: the content of the box `moov`.
  /// - Returns: `nil` if something is missing, contradictory or ambiguous: a fragmented file,
  ///   several audio tracks or edits, another codec, or a sample rate that may be doubled.
  init?(index: [UInt8]) {
    let index = index[...]
    guard index.box("mvex") == nil, let header = index.box("mvhd"),
      let movieRate = Self.timescale(header), let track = Self.onlyAudioTrack(index),
      let media = track.box("mdia"), let mediaHeader = media.box("mdhd"),
      let rate = Self.timescale(mediaHeader), let table = media.box("minf", "stbl"),
      let config = Self.configuration(table), config.sampleRate == rate,
      let times = table.box("stts"), let samples = Self.total(times),
      case .some(let edit) = Self.onlyEdit(track)
    else { return nil }
    self.rate = rate
    self.samples = samples
    packet = config.isShort ? 960 : 1_024
    self.movieRate = movieRate
    self.edit = edit
    tag = GaplessTag(index: index)
  }

  private static func onlyAudioTrack(_ index: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let tracks = audioTracks(index)
    return tracks.count == 1 ? tracks[0] : nil
  }

  static func audioTracks(_ index: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    MP4Boxes(index).compactMap { box in
      box.kind == "trak" && box.body.box("mdia", "hdlr")?.fourCharacters(at: 8) == "soun"
        ? box.body : nil
    }
  }

  /// Returns the ticks per second from `mvhd` or `mdhd`.
  static func timescale(_ header: ArraySlice<UInt8>) -> UInt32? {
    guard let version = header.uint8(at: 0), version < 2,
      let scale = header.uint32(at: version == 0 ? 12 : 20), scale > 0
    else { return nil }
    return scale
  }

  /// Returns the configuration for an AAC decoder.
  private static func configuration(_ table: ArraySlice<UInt8>) -> AACConfiguration? {
    // Eight bytes come before the entries. An entry of version 0 has 28 bytes, one of version 1 has
    // 16 more.
    guard let entry = table.box("stsd")?.dropFirst(8).box("mp4a"),
      let version = entry.uint16(at: 8), version < 2
    else { return nil }
    return entry.dropFirst(version == 0 ? 28 : 44).box("esds").flatMap {
      AACConfiguration(esds: $0)
    }
  }

  /// Returns the total ticks of all packets in a table `stts`.
  static func total(_ times: ArraySlice<UInt8>) -> Int64? {
    guard let count = times.uint32(at: 4), Int(count) <= (times.count - 8) / 8 else { return nil }
    var total: UInt64 = 0
    for offset in stride(from: 8, to: 8 + Int(count) * 8, by: 8) {
      guard let packets = times.uint32(at: offset), let length = times.uint32(at: offset + 4) else {
        return nil
      }
      // Far beyond any audio, and far below an overflow.
      let product = UInt64(packets) * UInt64(length)
      guard product < 1 << 40, total + product < 1 << 40 else { return nil }
      total += product
    }
    return total > 0 ? Int64(total) : nil
  }

  /// Returns the only edit of a track; `nil` if there is none, or another list.
  static func soleEdit(_ track: ArraySlice<UInt8>) -> Edit? {
    if case .some(let edit) = onlyEdit(track) { edit } else { nil }
  }

  /// - Returns: `nil` for a list of several pieces; `.some(nil)` for no list.
  private static func onlyEdit(_ track: ArraySlice<UInt8>) -> Edit?? {
    guard let edits = track.box("edts") else { return .some(nil) }
    guard let list = edits.box("elst"), list.uint32(at: 4) == 1 else { return nil }
    guard let version = list.uint8(at: 0), version < 2 else { return nil }
    let (length, start, speed) =
      version == 0
      ? (
        list.uint32(at: 8).map { UInt64($0) },
        list.uint32(at: 12).map { Int64(Int32(bitPattern: $0)) }, list.uint32(at: 16)
      )
      : (list.uint64(at: 8), list.uint64(at: 16).map { Int64(bitPattern: $0) }, list.uint32(at: 24))
    // A negative start means a pause before the media.
    guard let length, let start, start >= 0, speed == 0x1_0000 else { return nil }
    return Edit(length: length, start: start)
  }
}

extension MP4AudioTrack {
  /// Returns the length of the shortest audio of an MP4 file in seconds; 0 if the index does not
  /// state it, as in a fragmented file; `nil` if there is no audio. libmpv reports the length of the
  /// whole file, and a film or other audio in it may be longer.
  ///
  /// - Parameter index: the content of the box `moov`.
  package static func shortestLength(index: [UInt8]) -> Double? {
    let index = index[...]
    if index.box("mvex") != nil { return 0 }
    return audioTracks(index).map { track -> Double in
      guard let media = track.box("mdia"),
        let rate = media.box("mdhd").flatMap({ timescale($0) }),
        let times = media.box("minf", "stbl", "stts"), let total = total(times)
      else { return 0 }
      return Double(total) / Double(rate)
    }.min()
  }
}
