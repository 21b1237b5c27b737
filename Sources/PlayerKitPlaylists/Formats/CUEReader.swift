import PlayerKit

/// Reads CUE sheets. Each track is a clip of its file and follows the previous one without a gap.
///
/// A track runs from its `INDEX 01` to the next track's `INDEX 01` in the same file. So the part
/// between (`INDEX 00`, the pause on a disc) plays at the end of the earlier track. Audio before
/// the first `INDEX 01` of a file plays only if the earlier track is in the same file. Without
/// `INDEX 01`, a track runs from its `INDEX 00`, or from the start of its file if it is the first
/// there. `PREGAP` and `POSTGAP` are silence outside the files, and are ignored.
struct CUEReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits
  let location: PlaylistLocation?

  private struct Track {
    var file: PlaylistLocation?
    var written: PlaylistLocation?
    var number: Int?
    var title: String?
    var performer: String?
    /// Whether it has any `INDEX`, even an invalid one.
    var isIndexed = false
    /// Its `INDEX 00`.
    var pause: Duration?
    var start: Duration?
  }

  private struct Sheet {
    var title: String?
    var performer: String?
    var disc: Int?
    var file: PlaylistLocation?
    var written: PlaylistLocation?
    var tracks: [Track] = []
    /// Whether the current commands belong to a track, and whether it is an audio track.
    var isInTrack = false
    var isAudio = false
  }

  func read(_ text: PlaylistText) -> Playlist {
    var sheet = Sheet()
    for line in text where !line.isCut {
      let words = Self.words(of: line.text)
      read(words, &sheet)
      if words.first?.uppercased() == "FILE" {
        let written = line.written == line.text ? [] : Self.words(of: line.written)
        sheet.written = written.count > 1 ? resolver.location(of: written[1]) : nil
      }
      if sheet.tracks.count > limits.entries { break }
    }
    var list = Playlist(title: sheet.title)
    let tracks = Self.placed(sheet.tracks)
    for (index, track) in tracks.enumerated() {
      let next = index + 1 < tracks.count ? tracks[index + 1] : nil
      // A track of no length.
      if let next, next.file == track.file, next.start == track.start { continue }
      guard let file = track.file else { continue }
      guard list.add(entry(track, in: file, next, sheet), limits) else { break }
    }
    return list
  }

  /// Returns the tracks with a start.
  private static func placed(_ tracks: [Track]) -> [Track] {
    var placed: [Track] = []
    for var track in tracks {
      guard track.file != nil else { continue }
      let isFirst = placed.last?.file != track.file
      track.start = track.start ?? track.pause ?? (isFirst && !track.isIndexed ? .zero : nil)
      if track.start != nil { placed.append(track) }
    }
    return placed
  }

  private func entry(
    _ track: Track,
    in file: PlaylistLocation,
    _ next: Track?,
    _ sheet: Sheet
  ) -> Playlist.Entry {
    let start = track.start ?? .zero
    let end = next.flatMap { $0.file == file ? $0.start : nil }.flatMap {
      $0 > start ? $0 : nil
    }
    let clip = start == .zero && end == nil ? nil : try? Clip(from: start, to: end)
    let metadata = TrackMetadata(
      title: track.title ?? track.number.map { "Track \($0)" },
      artist: track.performer ?? sheet.performer,
      album: sheet.title,
      duration: clip?.duration,
      discNumber: sheet.disc,
      trackNumber: track.number
    )
    var entry = Playlist.Entry(file, metadata: metadata, clip: clip)
    entry.written = track.written
    return entry
  }

  private func read(_ words: [String], _ sheet: inout Sheet) {
    let value = words.count > 1 ? words[1] : ""
    switch words.first?.uppercased() {
    case "FILE":
      // A track's pause may be at the end of the previous file.
      sheet.file = resolver.location(of: value)
    case "TRACK":
      sheet.isInTrack = true
      sheet.isAudio = words.count > 2 && words[2].uppercased() == "AUDIO"
      guard sheet.isAudio else { return }
      // Some programs write a track's file after the track.
      sheet.tracks.append(Track(file: sheet.file, number: PlaylistWords.number(value)))
    case "INDEX" where words.count > 2 && sheet.isInTrack:
      readIndex(value, words[2], &sheet)
    case "TITLE":
      set(\.title, \.title, PlaylistWords.text(value), &sheet)
    case "PERFORMER":
      set(\.performer, \.performer, PlaylistWords.text(value), &sheet)
    case "REM" where words.count > 2 && value.uppercased() == "DISCNUMBER":
      sheet.disc = PlaylistWords.number(words[2])
    default: break
    }
  }

  private func readIndex(_ number: String, _ time: String, _ sheet: inout Sheet) {
    guard sheet.isAudio, let last = sheet.tracks.indices.last else { return }
    sheet.tracks[last].isIndexed = true
    guard let index = Int(number), (0...1).contains(index), let start = Self.time(time),
      let file = sheet.file
    else { return }
    sheet.tracks[last].file = file
    sheet.tracks[last].written = sheet.written
    if index == 1 { sheet.tracks[last].start = start } else { sheet.tracks[last].pause = start }
  }

  private func set(
    _ track: WritableKeyPath<Track, String?>,
    _ album: WritableKeyPath<Sheet, String?>,
    _ value: String?,
    _ sheet: inout Sheet
  ) {
    if !sheet.isInTrack {
      sheet[keyPath: album] = value
    } else if sheet.isAudio, let last = sheet.tracks.indices.last {
      sheet.tracks[last][keyPath: track] = value
    }
  }

  /// Parses `mm:ss:ff`, with 75 frames a second.
  static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, (0..<1_000_000).contains(numbers[0]), (0..<60).contains(numbers[1]),
      (0..<75).contains(numbers[2])
    else { return nil }
    let seconds = numbers[0] * 60 + numbers[1]
    // Rounded to the nearest attosecond, as a frame is a whole number of samples.
    let frames = Int64(numbers[2])
    let fraction = frames * 13_333_333_333_333_333 + (frames * 25 + 37) / 75
    return Duration(secondsComponent: Int64(seconds), attosecondsComponent: fraction)
  }

  /// Splits a command into words. A quoted word may contain spaces. A name or title ends at the
  /// last quote of its line, so it may contain quotes.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var rest = line[...]
    while words.count < 4 {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { break }
      if words.count == 1, let value = value(of: words[0].uppercased(), rest) {
        words.append(value)
        break
      }
      if first == "\"" {
        rest = rest.dropFirst()
        let word = rest.prefix { $0 != "\"" }
        words.append(String(word))
        rest = rest[word.endIndex...].dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
      }
    }
    return words
  }

  /// Returns the value of a command with one value, quoted or not.
  private static func value(of command: String, _ rest: Substring) -> String? {
    guard ["TITLE", "PERFORMER", "FILE"].contains(command) else { return nil }
    if rest.first == "\"" {
      let value = rest.dropFirst()
      guard let end = value.lastIndex(of: "\"") else { return PlaylistText.trimmed(value) }
      return String(value[..<end])
    }
    let kinds = [" WAVE", " MP3", " AIFF", " FLAC", " BINARY", " MOTOROLA"]
    let kind = command == "FILE" ? kinds.first { rest.uppercased().hasSuffix($0) } : nil
    return PlaylistText.trimmed(rest.dropLast(kind?.count ?? 0))
  }
}
