/// Music videos, playlists and who made them, stations.
extension CatalogBuilder {
  mutating func makeMusicVideos() {
    var numbers = numbers(6)
    let songCount = songs.count
    for index in 0..<160 {
      let song = numbers.below(songCount)
      let recording = recordings[songs[song].recording]
      // Every third is among the tracks of its song's album, after the songs.
      let album = index % 3 == 0 ? songs[song].album : nil
      musicVideos.append(
        MusicVideo(
          index: index,
          title: recording.title,
          artist: recording.artist,
          genre: recording.genre,
          isrc: index % 10 == 9 ? nil : isrc(90_000 + index, year: 2015),
          durationInMillis: recording.durationInMillis + 12_000,
          releaseDate: index % 11 == 3 ? nil : releaseDate(2005 + index % 20, &numbers),
          rating: recording.rating,
          has4K: numbers.oneIn(4),
          hasPreview: !numbers.oneIn(12),
          isStreamable: !numbers.oneIn(15),
          popularity: popularity(&numbers),
          absent: numbers.oneIn(15) ? .only("jp") : .none,
          song: index % 4 == 3 ? nil : song,
          album: album,
          trackNumber: album.map { albums[$0].tracks.count + 1 }
        )
      )
      if let album { albums[album].tracks.append(.musicVideo(index)) }
      artists[recording.artist].musicVideos.append(index)
    }
  }

  mutating func makePlaylists() {
    var numbers = numbers(7)
    curators = NameWords.curators.enumerated().map {
      NamedGroup(index: $0.offset, name: $0.element, notes: $0.offset % 2 == 0 ? "Mixes." : nil)
    }
    appleCurators = NameWords.appleCurators.enumerated().map {
      NamedGroup(
        index: $0.offset,
        name: $0.element.name,
        notes: "Hand picked, all invented.",
        kind: $0.element.kind
      )
    }
    activities = NameWords.activities.enumerated().map {
      NamedGroup(index: $0.offset, name: $0.element, notes: "Get it started.")
    }
    let popular = songs.indices.sorted { songPopularity($0) > songPopularity($1) }
    for _ in 0..<70 { makeEditorial(&numbers) }
    for storefront in Storefront.all {
      appendPlaylist(
        name: "Top 100: \(storefront.name)",
        kind: .editorial,
        curator: .apple(4),
        tracks: popular.prefix(100).map { .song($0) },
        isChart: true,
        &numbers
      )
    }
    appendPlaylist(
      name: "The Long Way Home",
      kind: .editorial,
      curator: .apple(4),
      tracks: numbers.distinct(350, below: songs.count).map { .song($0) },
      &numbers
    )
    for number in 0..<20 {
      appendPlaylist(
        name: number == 0 ? "Empty for Now" : "My \(numbers.pick(TitleWords.adjectives)) Mix",
        kind: .userShared,
        curator: .nobody,
        tracks: number == 0
          ? [] : numbers.distinct(12 + number, below: songs.count).map { .song($0) },
        &numbers
      )
    }
    appendPlaylist(
      name: "New Music Mix",
      kind: .personalMix,
      curator: .nobody,
      tracks: numbers.distinct(25, below: songs.count).map { .song($0) },
      &numbers
    )
    appendPlaylist(
      name: "Replay 2025",
      kind: .replay,
      curator: .nobody,
      tracks: numbers.distinct(100, below: songs.count).map { .song($0) },
      &numbers
    )
  }

  private mutating func makeEditorial(_ numbers: inout SplitMix64) {
    let genreID = Self.usualGenres[numbers.below(Self.usualGenres.count)]
    let genre = Genre.indices[genreID] ?? 0
    var members: [TrackReference] = numbers.distinct(60, below: songs.count)
      .filter { Genre.main(recordings[songs[$0].recording].genre) == genre || $0 % 3 == 0 }
      .map { .song($0) }
    if numbers.oneIn(3) { members.insert(.musicVideo(numbers.below(160)), at: 0) }
    // The first curator of each sort has more playlists than a page of them holds.
    let lead = numbers.oneIn(3)
    let curator: Playlist.Curator =
      numbers.oneIn(3)
      ? .other(lead ? 0 : numbers.below(curators.count))
      : .apple(lead ? 0 : numbers.below(appleCurators.count))
    let name = "\(numbers.pick(TitleWords.adjectives)) \(Genre.all[genre].name)"
    appendPlaylist(
      name: name,
      kind: numbers.oneIn(8) ? .external : .editorial,
      curator: curator,
      tracks: members,
      genre: genre,
      activity: numbers.oneIn(2) ? 0 : numbers.below(activities.count),
      &numbers
    )
  }

  private mutating func appendPlaylist(
    name: String,
    kind: Playlist.Kind,
    curator: Playlist.Curator,
    tracks: [TrackReference],
    isChart: Bool = false,
    genre: Int? = nil,
    activity: Int? = nil,
    _ numbers: inout SplitMix64
  ) {
    let index = playlists.count
    let hex = hexadecimal(&numbers) + hexadecimal(&numbers)
    let id: String
    let curatorName: String
    switch kind {
    case .editorial, .external: id = "pl.\(hex)"
    case .userShared: id = "pl.u-\(hex.prefix(15))"
    case .personalMix: id = "pl.pm-\(hex.prefix(24))"
    case .replay: id = "pl.rp-\(hex.prefix(14))"
    }
    switch curator {
    case .apple(let number):
      curatorName = appleCurators[number].name
      appleCurators[number].playlists.append(index)
    case .other(let number):
      curatorName = curators[number].name
      curators[number].playlists.append(index)
    case .nobody: curatorName = kind == .userShared ? "Mira" : "Simulated Music for Mira"
    }
    if let activity { activities[activity].playlists.append(index) }
    playlists.append(
      Playlist(
        index: index,
        id: id,
        name: name,
        kind: kind,
        curator: curator,
        curatorName: curatorName,
        isChart: isChart,
        genre: genre,
        activity: activity,
        summary: numbers.oneIn(4) ? nil : "\(name), for those who like it <b>loud</b> & clear.",
        hasArtwork: !numbers.oneIn(9),
        lastModifiedDate: numbers.oneIn(6)
          ? nil : "2026-\(padded(1 + numbers.below(10), 2))-11T16:15:51Z",
        popularity: popularity(&numbers),
        tracks: tracks
      )
    )
  }

  mutating func makeStations() {
    for (genre, entry) in Genre.all.enumerated() where Self.usualGenres.contains(entry.id) {
      appendStation(name: "\(entry.name) Station", genre: genre)
    }
    for artist in artists.indices.prefix(40) {
      appendStation(name: "\(artists[artist].name.text) & Similar Artists", artist: artist)
    }
    for song in songs.indices.prefix(30) {
      appendStation(name: recordings[songs[song].recording].title.text, song: song)
    }
    for name in ["Simulated Music 1", "Simulated Hits", "Simulated Country"] {
      appendStation(name: name, isLive: true)
    }
    appendStation(name: "The Morning Hour", isLive: false, durationInMillis: 3_600_000)
    appendStation(name: "Simulated TV", isLive: true, isVideo: true)
  }

  private mutating func appendStation(
    name: String,
    isLive: Bool = false,
    isVideo: Bool = false,
    artist: Int? = nil,
    genre: Int? = nil,
    song: Int? = nil,
    durationInMillis: Int? = nil
  ) {
    let index = stations.count
    stations.append(
      Station(
        index: index,
        id: "ra.\(985_484_166 + index * 31)",
        name: name,
        isLive: isLive,
        isVideo: isVideo,
        artist: artist,
        genre: genre,
        song: song,
        providerName: index % 4 == 0 ? "Simulated Music" : nil,
        durationInMillis: durationInMillis
      )
    )
  }

  private func songPopularity(_ song: Int) -> Int {
    recordings[songs[song].recording].popularity
  }

  private func hexadecimal(_ numbers: inout SplitMix64) -> String {
    let text = String(numbers.next(), radix: 16)
    return String(repeating: "0", count: max(0, 16 - text.count)) + text
  }
}
