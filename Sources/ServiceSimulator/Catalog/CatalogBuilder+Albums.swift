/// Albums with their recordings and songs.
extension CatalogBuilder {
  mutating func makeAlbums() {
    var numbers = numbers(2)
    for artist in artists.indices {
      let count = 1 + numbers.below(2)
      for _ in 0..<count { makeAlbum(by: artist, &numbers) }
      if numbers.oneIn(2) { makeSingle(by: artist, &numbers) }
    }
    makeLongAlbum(&numbers, tracks: 120)
    makeLongAlbum(&numbers, tracks: 320)
  }

  private mutating func makeAlbum(by artist: Int, _ numbers: inout SplitMix64) {
    let title = recordingTitle(&numbers, decorated: false)
    let explicit = numbers.oneIn(6)
    let live = numbers.oneIn(10)
    let named =
      live ? LocalizedName(text: title.text + " (Live)", japanese: title.japanese) : title
    let year = 1965 + numbers.below(62)
    let album = appendAlbum(
      title: named,
      kind: live ? .live : .album,
      artist: artist,
      year: year,
      rating: explicit ? .explicit : nil,
      &numbers
    )
    let count = 7 + numbers.below(6)
    for track in 1...count {
      let rating: ContentRating? = explicit && !numbers.oneIn(3) ? .explicit : nil
      let recording = appendRecording(by: artist, year: year, rating: rating, &numbers)
      appendSong(of: recording, on: album, disc: track > 9 ? 2 : 1, track: track, &numbers)
    }
  }

  /// A single has recordings of the artist's album, so that one ISRC finds several songs.
  mutating func makeSingle(
    by artist: Int,
    _ numbers: inout SplitMix64,
    year: Int? = nil,
    first: Bool = false
  ) {
    let own = recordingsOfArtist(artist)
    guard let oldest = own.first else { return }
    let lead = first ? oldest : oldest + numbers.below(own.count)
    let kind: Album.Kind = numbers.oneIn(4) ? .extendedPlay : .single
    let year = year ?? 2000 + numbers.below(27)
    let text = recordings[lead].title.text + (kind == .single ? " - Single" : " - EP")
    let album = appendAlbum(
      title: LocalizedName(text: text),
      kind: kind,
      artist: artist,
      year: year,
      rating: recordings[lead].rating,
      &numbers
    )
    appendSong(of: lead, on: album, disc: 1, track: 1, &numbers)
    guard kind == .extendedPlay else { return }
    for track in 2...5 {
      let extra = appendRecording(by: artist, year: year, rating: nil, &numbers)
      appendSong(of: extra, on: album, disc: 1, track: track, &numbers)
    }
  }

  mutating func makeProlificSingles() {
    var numbers = numbers(3)
    // One recording is released again and again: more songs for one ISRC than a page holds.
    for number in 0..<130 {
      makeSingle(
        by: Self.prolificArtist,
        &numbers,
        year: 1990 + number % 36,
        first: number % 3 == 0
      )
    }
  }

  private mutating func makeLongAlbum(_ numbers: inout SplitMix64, tracks: Int) {
    let classical = artists.indices.first {
      Genre.all[Genre.main(artists[$0].genre)].id == 5
    }
    let artist = classical ?? 1
    let album = appendAlbum(
      title: LocalizedName(text: "The Complete Works, \(tracks) Pieces"),
      kind: .album,
      artist: artist,
      year: 1987,
      rating: nil,
      &numbers,
      everywhere: true
    )
    for track in 0..<tracks {
      let recording = appendRecording(by: artist, year: 1987, rating: nil, &numbers)
      appendSong(
        of: recording,
        on: album,
        disc: track / 40 + 1,
        track: track % 40 + 1,
        &numbers,
        everywhere: true
      )
    }
  }

  /// Each explicit album has a clean twin: the same titles, other recordings, other ids.
  mutating func makeCleanTwins() {
    var numbers = numbers(4)
    let explicit = albums.indices.filter {
      albums[$0].rating == .explicit && albums[$0].kind == .album
    }
    for index in explicit {
      let original = albums[index]
      let twin = appendAlbum(
        title: original.title,
        kind: original.kind,
        artist: original.artist,
        year: 0,
        date: original.releaseDate,
        rating: .clean,
        &numbers,
        absent: original.absent
      )
      albums[index].twin = twin
      albums[twin].twin = index
      for case .song(let song) in original.tracks { makeCleanTwin(of: song, on: twin, &numbers) }
    }
  }

  private mutating func makeCleanTwin(of song: Int, on album: Int, _ numbers: inout SplitMix64) {
    let original = recordings[songs[song].recording]
    var recording = original.index
    if original.rating == .explicit {
      recording = recordings.count
      recordings.append(
        Recording(
          index: recording,
          isrc: isrc(recording, year: 2020),
          title: original.title,
          artist: original.artist,
          featured: original.featured,
          composer: original.composer,
          genre: original.genre,
          durationInMillis: original.durationInMillis - 400,
          rating: .clean,
          releaseDate: original.releaseDate,
          popularity: original.popularity / 3,
          hasLyrics: original.hasLyrics
        )
      )
    }
    let twin = appendSong(
      of: recording,
      on: album,
      disc: songs[song].disc,
      track: songs[song].track,
      &numbers
    )
    songs[song].twin = twin
    songs[twin].twin = song
  }

  /// Albums of many artists; their artist is the one called `Various Artists`.
  mutating func makeCompilations() {
    var numbers = numbers(5)
    let various = artists.count
    artists.append(
      Artist(
        index: various,
        name: LocalizedName(text: "Various Artists"),
        genre: 0,
        popularity: 0,
        hasArtwork: false,
        notes: nil
      )
    )
    for volume in 1...12 {
      let title =
        "\(numbers.pick(TitleWords.adjectives)) \(numbers.pick(TitleWords.nouns)), Vol. \(volume)"
      let album = appendAlbum(
        title: LocalizedName(text: title),
        kind: .compilation,
        artist: various,
        year: 1995 + volume,
        rating: nil,
        &numbers
      )
      let members = numbers.distinct(18, below: recordings.count)
      for (track, recording) in members.enumerated() {
        appendSong(of: recording, on: album, disc: 1, track: track + 1, &numbers)
      }
    }
  }

  private func recordingsOfArtist(_ artist: Int) -> Range<Int> {
    // The recordings of an artist's albums were made one after another.
    guard let first = recordings.firstIndex(where: { $0.artist == artist }) else { return 0..<0 }
    var end = first
    while end < recordings.count, recordings[end].artist == artist { end += 1 }
    return first..<end
  }
}
