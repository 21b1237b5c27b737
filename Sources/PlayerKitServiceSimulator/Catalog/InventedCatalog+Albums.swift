/// Albums with their recordings and songs.
extension InventedCatalog {
  mutating func makeAlbums() {
    for artist in artists.indices {
      for _ in 0..<1 + numbers.below(2) { makeAlbum(by: artist) }
      if numbers.oneIn(2) { makeSingle(by: artist) }
    }
    makeLongAlbum(tracks: 120)
    makeLongAlbum(tracks: 320)
  }

  private mutating func makeAlbum(by artist: Int) {
    var title = recordingTitle(decorated: false)
    let rating: ContentRating? = numbers.oneIn(6) ? .explicit : nil
    let kind: Album.Kind = numbers.oneIn(10) ? .live : .album
    if kind == .live { title.text += " (Live)" }
    let year = 1965 + numbers.below(62)
    let album = appendAlbum(title, kind, artist, year: year, rating: rating)
    for track in 1...7 + numbers.below(6) {
      let recording = appendRecording(
        by: artist,
        year: year,
        rating: rating != nil && !numbers.oneIn(3) ? .explicit : nil
      )
      appendSong(of: recording, on: album, disc: track > 9 ? 2 : 1, track: track)
    }
  }

  /// A single contains recordings of the artist's album, so that one ISRC finds several songs.
  private mutating func makeSingle(by artist: Int, year: Int? = nil, first: Bool = false) {
    // The recordings of an artist's albums are consecutive.
    guard let oldest = recordings.firstIndex(where: { $0.artist == artist }) else { return }
    let count = recordings[oldest...].prefix { $0.artist == artist }.count
    let lead = first ? oldest : oldest + numbers.below(count)
    let kind: Album.Kind = numbers.oneIn(4) ? .extendedPlay : .single
    let year = year ?? 2000 + numbers.below(27)
    let title = recordings[lead].title.text + (kind == .single ? " - Single" : " - EP")
    let rating = recordings[lead].rating
    let album = appendAlbum(.init(text: title), kind, artist, year: year, rating: rating)
    appendSong(of: lead, on: album, track: 1)
    guard kind == .extendedPlay else { return }
    for track in 2...5 {
      appendSong(of: appendRecording(by: artist, year: year), on: album, track: track)
    }
  }

  mutating func makeProlificSingles() {
    // One recording is released again and again, so that one ISRC has more songs than a page holds.
    for number in 0..<130 {
      makeSingle(by: Self.prolificArtist, year: 1990 + number % 36, first: number % 3 == 0)
    }
  }

  private mutating func makeLongAlbum(tracks: Int) {
    let artist = artists.firstIndex { Genre.all[Genre.main($0.genre)].id == 5 } ?? 1
    let title = LocalizedName(text: "The Complete Works, \(tracks) Pieces")
    let album = appendAlbum(title, .album, artist, year: 1987, everywhere: true)
    for track in 0..<tracks {
      appendSong(
        of: appendRecording(by: artist, year: 1987),
        on: album,
        disc: track / 40 + 1,
        track: track % 40 + 1,
        everywhere: true
      )
    }
  }

  /// Each explicit album has a clean version with the same titles but other recordings and ids.
  mutating func makeCleanTwins() {
    for original in albums where original.rating == .explicit && original.kind == .album {
      let twin = appendAlbum(
        original.title,
        original.kind,
        original.artist,
        date: original.releaseDate,
        rating: .clean,
        absent: original.absent
      )
      albums[original.index].twin = twin
      albums[twin].twin = original.index
      for song in original.tracks.songs { makeCleanTwin(of: songs[song], on: twin) }
    }
  }

  private mutating func makeCleanTwin(of song: Song, on album: Int) {
    var recording = recordings[song.recording]
    if recording.rating == .explicit {
      recording.index = recordings.count
      recording.isrc = isrc(recording.index, year: 2020)
      recording.durationInMillis -= 400
      recording.rating = .clean
      recording.popularity /= 3
      recordings.append(recording)
    }
    let twin = appendSong(of: recording.index, on: album, disc: song.disc, track: song.track)
    songs[song.index].twin = twin
    songs[twin].twin = song.index
  }

  /// Albums of many artists. The artist of the album is called `Various Artists`.
  mutating func makeCompilations() {
    let various = artists.count
    artists.append(Artist(index: various, name: LocalizedName(text: "Various Artists")))
    for volume in 1...12 {
      let title =
        "\(numbers.pick(Words.adjectives)) \(numbers.pick(Words.nouns)), Vol. \(volume)"
      let album = appendAlbum(.init(text: title), .compilation, various, year: 1995 + volume)
      let members = numbers.distinct(18, below: recordings.count)
      for (track, recording) in members.enumerated() {
        appendSong(of: recording, on: album, track: track + 1)
      }
    }
  }

  // MARK: - Albums and recordings

  private mutating func appendAlbum(
    _ title: LocalizedName,
    _ kind: Album.Kind,
    _ artist: Int,
    year: Int = 0,
    date: String? = nil,
    rating: ContentRating? = nil,
    everywhere: Bool = false,
    absent: Storefronts? = nil
  ) -> Int {
    let japanese = artists[artist].name.japanese != nil
    albums.append(
      Album(
        index: albums.count,
        title: title,
        kind: kind,
        artist: artist,
        genre: artists[artist].genre,
        label: numbers.below(recordLabels.count),
        releaseDate: numbers.oneIn(40) ? nil : date ?? releaseDate(year),
        upc: numbers.oneIn(30) ? nil : upc(albums.count),
        rating: rating,
        isComplete: !numbers.oneIn(25),
        isStreamable: everywhere || !numbers.oneIn(30),
        hasNotes: numbers.oneIn(5),
        popularity: popularity(),
        absent: everywhere ? .none : absent ?? absence(japanese: japanese),
        ownIDs: numbers.oneIn(6)
          ? .only("jp") : numbers.oneIn(15) ? .only("de", "fr") : .none
      )
    )
    return albums.count - 1
  }

  private mutating func absence(japanese: Bool) -> Storefronts {
    if japanese, numbers.oneIn(2) { return .except("jp") }
    if numbers.oneIn(12) { return .only("jp") }
    if numbers.oneIn(40) { return .only("gb", "lu") }
    return numbers.oneIn(40) ? .except("us") : .none
  }

  private mutating func appendRecording(
    by artist: Int,
    year: Int,
    rating: ContentRating? = nil
  ) -> Int {
    let guest = numbers.oneIn(12) ? numbers.below(Self.artistCount) : artist
    var title = recordingTitle(decorated: true)
    if guest != artist { title.text += " (feat. \(artists[guest].name.text))" }
    let writer = "\(numbers.pick(Words.first)) \(numbers.pick(Words.last))"
    let index = recordings.count
    recordings.append(
      Recording(
        index: index,
        isrc: numbers.oneIn(60) ? nil : isrc(index, year: year),
        title: title,
        artist: artist,
        featured: guest == artist ? [] : [guest],
        composer: numbers.oneIn(4) ? nil : writer,
        genre: artists[artist].genre,
        durationInMillis: 95_000 + numbers.below(260_000),
        rating: rating,
        releaseDate: releaseDate(year),
        popularity: popularity(),
        hasLyrics: !numbers.oneIn(3)
      )
    )
    return index
  }

  @discardableResult
  private mutating func appendSong(
    of recording: Int,
    on album: Int,
    disc: Int = 1,
    track: Int,
    everywhere: Bool = false
  ) -> Int {
    let form = numbers.below(40)
    songs.append(
      Song(
        index: songs.count,
        recording: recording,
        album: album,
        disc: disc,
        track: track,
        preview: form < 3 ? [.absent, .empty, .withoutURL][form] : .usual,
        isStreamable: albums[album].isStreamable && !numbers.oneIn(35),
        isSparse: numbers.oneIn(45),
        absent: everywhere || !numbers.oneIn(50)
          ? .none : Storefronts(rawValue: UInt8(truncatingIfNeeded: numbers.below(64)) << 1)
      )
    )
    albums[album].tracks.append(.song(songs.count - 1))
    return songs.count - 1
  }

  private mutating func recordingTitle(decorated: Bool) -> LocalizedName {
    switch numbers.below(60) {
    case 0, 1:
      let unusual = Words.unusualTitles[numbers.below(Words.unusualTitles.count)]
      return LocalizedName(text: unusual.title, japanese: unusual.japanese)
    case 2, 3, 4: return LocalizedName(text: numbers.pick(Words.common))
    default:
      var text =
        switch numbers.below(4) {
        case 0: "\(numbers.pick(Words.adjectives)) \(numbers.pick(Words.nouns))"
        case 1: "\(numbers.pick(Words.verbs)) the \(numbers.pick(Words.nouns))"
        case 2: "\(numbers.pick(Words.nouns)) of \(numbers.pick(Words.nouns))"
        default: "\(numbers.pick(Words.verbs)) Me, \(numbers.pick(Words.adjectives)) One"
        }
      if decorated, numbers.oneIn(9) { text += numbers.pick(Words.suffixes) }
      return LocalizedName(text: text)
    }
  }

  /// A full date, or only a year for one in fifteen.
  mutating func releaseDate(_ year: Int) -> String {
    let month = 1 + numbers.below(12)
    let day = 1 + numbers.below(28)
    // Not after this catalog's present, which is late in 2026.
    let year = min(max(year, 1950), 2026)
    guard !numbers.oneIn(15) else { return String(year) }
    return "\(year)-\((year == 2026 ? min(month, 10) : month).padded(2))-\(day.padded(2))"
  }

  func isrc(_ index: Int, year: Int) -> String {
    let country = ["US", "GB", "DE", "FR", "JP", "QM"][index % 6]
    return "\(country)XS\(index % 4)\((year % 100).padded(2))\(index.padded(5))"
  }

  /// 12 digits, or 13 for one in five. The last is the check digit.
  private func upc(_ index: Int) -> String {
    let body = (index % 5 == 4 ? "4061" : "190") + index.padded(8)
    var sum = 0
    for (place, digit) in body.utf8.reversed().enumerated() {
      sum += Int(digit &- 48) * (place % 2 == 0 ? 3 : 1)
    }
    return body + String((10 - sum % 10) % 10)
  }
}
