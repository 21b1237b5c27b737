/// The single pieces that albums are made of.
extension CatalogBuilder {
  @discardableResult
  mutating func appendAlbum(
    title: LocalizedName,
    kind: Album.Kind,
    artist: Int,
    year: Int,
    date: String? = nil,
    rating: ContentRating?,
    _ numbers: inout SplitMix64,
    everywhere: Bool = false,
    absent: Storefronts? = nil
  ) -> Int {
    let index = albums.count
    let japanese = artists[artist].name.japanese != nil
    albums.append(
      Album(
        index: index,
        title: title,
        kind: kind,
        artist: artist,
        genre: artists[artist].genre,
        label: numbers.below(recordLabels.count),
        releaseDate: numbers.oneIn(40) ? nil : date ?? releaseDate(year, &numbers),
        upc: numbers.oneIn(30) ? nil : upc(index),
        rating: rating,
        isComplete: !numbers.oneIn(25),
        isStreamable: everywhere || !numbers.oneIn(30),
        hasNotes: numbers.oneIn(5),
        popularity: popularity(&numbers),
        absent: everywhere ? .none : absent ?? absence(japanese: japanese, &numbers),
        ownIDs: ownIDs(&numbers)
      )
    )
    return index
  }

  mutating func appendRecording(
    by artist: Int,
    year: Int,
    rating: ContentRating?,
    _ numbers: inout SplitMix64
  ) -> Int {
    let index = recordings.count
    let featured = numbers.oneIn(12) ? [numbers.below(Self.artistCount)] : []
    var title = recordingTitle(&numbers, decorated: true)
    if let guest = featured.first, guest != artist {
      title = LocalizedName(
        text: title.text + " (feat. \(artists[guest].name.text))",
        japanese: title.japanese
      )
    }
    let writer = "\(numbers.pick(NameWords.first)) \(numbers.pick(NameWords.last))"
    recordings.append(
      Recording(
        index: index,
        isrc: numbers.oneIn(60) ? nil : isrc(index, year: year),
        title: title,
        artist: artist,
        featured: featured.filter { $0 != artist },
        composer: numbers.oneIn(4) ? nil : writer,
        genre: artists[artist].genre,
        durationInMillis: 95_000 + numbers.below(260_000),
        rating: rating,
        releaseDate: releaseDate(year, &numbers),
        popularity: popularity(&numbers),
        hasLyrics: !numbers.oneIn(3)
      )
    )
    return index
  }

  @discardableResult
  mutating func appendSong(
    of recording: Int,
    on album: Int,
    disc: Int,
    track: Int,
    _ numbers: inout SplitMix64,
    everywhere: Bool = false
  ) -> Int {
    let index = songs.count
    let preview: PreviewForm =
      switch numbers.below(40) {
      case 0: .absent
      case 1: .empty
      case 2: .withoutURL
      default: .usual
      }
    songs.append(
      Song(
        index: index,
        recording: recording,
        album: album,
        disc: disc,
        track: track,
        preview: preview,
        isStreamable: albums[album].isStreamable && !numbers.oneIn(35),
        isSparse: numbers.oneIn(45),
        absent: everywhere || !numbers.oneIn(50)
          ? .none : Storefronts(rawValue: UInt8(truncatingIfNeeded: numbers.below(64)) << 1)
      )
    )
    albums[album].tracks.append(.song(index))
    return index
  }

  func recordingTitle(_ numbers: inout SplitMix64, decorated: Bool) -> LocalizedName {
    switch numbers.below(60) {
    case 0, 1:
      let unusual = TitleWords.unusual[numbers.below(TitleWords.unusual.count)]
      return LocalizedName(text: unusual.title, japanese: unusual.japanese)
    case 2, 3, 4:
      return LocalizedName(text: numbers.pick(TitleWords.common))
    default:
      var text =
        switch numbers.below(4) {
        case 0: "\(numbers.pick(TitleWords.adjectives)) \(numbers.pick(TitleWords.nouns))"
        case 1: "\(numbers.pick(TitleWords.verbs)) the \(numbers.pick(TitleWords.nouns))"
        case 2: "\(numbers.pick(TitleWords.nouns)) of \(numbers.pick(TitleWords.nouns))"
        default: "\(numbers.pick(TitleWords.verbs)) Me, \(numbers.pick(TitleWords.adjectives)) One"
        }
      if decorated, numbers.oneIn(9) { text += numbers.pick(TitleWords.suffixes) }
      return LocalizedName(text: text)
    }
  }

  /// A day; for one in fifteen only a year.
  func releaseDate(_ year: Int, _ numbers: inout SplitMix64) -> String {
    let month = 1 + numbers.below(12)
    let day = 1 + numbers.below(28)
    // Before this catalog's present, which is late in 2026.
    let year = min(max(year, 1950), 2026)
    guard !numbers.oneIn(15) else { return String(year) }
    return "\(year)-\(padded(year == 2026 ? min(month, 10) : month, 2))-\(padded(day, 2))"
  }

  func isrc(_ index: Int, year: Int) -> String {
    let country = ["US", "GB", "DE", "FR", "JP", "QM"][index % 6]
    return "\(country)XS\(index % 4)\(padded(year % 100, 2))\(padded(index, 5))"
  }

  /// 12 digits; 13 for one in five. The last is the check digit.
  func upc(_ index: Int) -> String {
    let body = index % 5 == 4 ? "4061" + padded(index, 8) : "190" + padded(index, 8)
    var sum = 0
    for (place, digit) in body.utf8.reversed().enumerated() {
      sum += Int(digit &- 48) * (place % 2 == 0 ? 3 : 1)
    }
    return body + String((10 - sum % 10) % 10)
  }

  func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private func absence(japanese: Bool, _ numbers: inout SplitMix64) -> Storefronts {
    if japanese, numbers.oneIn(2) { return .except("jp") }
    if numbers.oneIn(12) { return .only("jp") }
    if numbers.oneIn(40) { return [.only("gb"), .only("lu")] }
    if numbers.oneIn(40) { return .except("us") }
    return .none
  }

  private func ownIDs(_ numbers: inout SplitMix64) -> Storefronts {
    if numbers.oneIn(6) { return .only("jp") }
    return numbers.oneIn(15) ? [.only("de"), .only("fr")] : .none
  }
}
