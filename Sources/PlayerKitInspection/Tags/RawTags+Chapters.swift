import PlayerKit
import PlayerKitSystem

extension RawTags {
  /// Sorts the chapters by time. A file may have them in any order.
  mutating func orderChapters() {
    let order = chapters.indices.sorted { (chapters[$0].start, $0) < (chapters[$1].start, $1) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    chapters = order.map { chapters[$0] }
    for index in pictures.indices {
      pictures[index].chapter = pictures[index].chapter.flatMap { numbers[$0] }
    }
  }

  /// Returns the chapters from ID3, or else from Vorbis comments, or else from a CUE sheet in a
  /// field. Empty if there are none.
  ///
  /// - Parameter artwork: Returns the artwork for the number of a picture.
  func chapters(artwork: (Int) -> Artwork?) -> [PlayerKit.Chapter] {
    let found = chapters.map { chapter in
      PlayerKit.Chapter(
        title: chapter.title.flatMap { TagText.line($0) },
        start: .milliseconds(Int64(chapter.start)),
        end: chapter.end > chapter.start && chapter.end != .max
          ? .milliseconds(Int64(chapter.end)) : nil,
        link: chapter.link.flatMap(Self.link),
        artwork: chapter.picture.flatMap(artwork)
      )
    }
    if !found.isEmpty { return found.inOrder }
    let named = commentChapters()
    guard named.isEmpty, let sheet = all("CUESHEET").first else { return named.inOrder }
    return CueSheet.chapters(Array(sheet.utf8), of: nil).inOrder
  }

  private func commentChapters() -> [PlayerKit.Chapter] {
    let fields = Dictionary(named(prefix: "CHAPTER").map { ($0.key, $0.value) }) { first, _ in first
    }
    return fields.keys.filter { $0.utf8.count == 10 }.sorted().compactMap { key in
      guard let start = fields[key].flatMap(Self.time) else { return nil }
      return PlayerKit.Chapter(
        title: fields[key + "NAME"].flatMap { TagText.line($0) },
        start: start,
        link: fields[key + "URL"].flatMap(Self.link)
      )
    }
  }

  /// Parses `HH:MM:SS.mmm`.
  private static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0..<10_000) ~= hours, (0..<60) ~= minutes, (0..<61) ~= seconds
    else { return nil }
    return .milliseconds(Int64((hours * 3_600 + minutes * 60 + seconds) * 1_000))
  }

  /// Returns a valid web address, or else `nil`.
  static func link(_ text: String) -> URL? {
    guard text.utf8.count <= 2_048, let url = URL(string: text),
      ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host() != nil
    else { return nil }
    return url
  }
}

extension [PlayerKit.Chapter] {
  /// The chapters sorted by start.
  var inOrder: Self {
    enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }
}
