/// How long the audio of an MP4 file is. What libmpv calls the length is that of the whole file: a
/// film, or other audio in it, may go on for longer.
enum AudioLength {
  /// In seconds, that of the shortest audio; 0 where the index does not tell, as of a file in
  /// fragments; `nil` where it knows of no audio.
  ///
  /// - Parameter index: what is inside of the box `moov`.
  static func seconds(index: [UInt8]) -> Double? {
    let index = index[...]
    if index.box("mvex") != nil { return 0 }
    return MP4Boxes(index).compactMap { box in
      guard box.kind == "trak", let media = box.body.box("mdia"),
        media.box("hdlr")?.fourCharacters(at: 8) == "soun"
      else { return nil }
      guard let rate = media.box("mdhd").flatMap({ MP4AudioTrack.timescale($0) }),
        let times = media.box("minf", "stbl", "stts"), let total = MP4AudioTrack.total(times)
      else { return 0 }
      return Double(total) / Double(rate)
    }.min()
  }
}
