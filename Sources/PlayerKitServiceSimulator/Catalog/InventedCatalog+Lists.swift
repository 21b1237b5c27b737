/// Music videos, playlists and their curators, stations.
extension InventedCatalog {
  mutating func makeMusicVideos() {
    for index in 0..<160 {
      let song = numbers.below(songs.count)
      let recording = recording(of: song)
      // Every third video is on its song's album, after the songs.
      let album = index % 3 == 0 ? songs[song].album : nil
      musicVideos.append(
        MusicVideo(
          index: index,
          title: recording.title,
          artist: recording.artist,
          genre: recording.genre,
          isrc: index % 10 == 9 ? nil : isrc(90_000 + index, year: 2015),
          durationInMillis: recording.durationInMillis + 12_000,
          releaseDate: index % 11 == 3 ? nil : releaseDate(2005 + index % 20),
          rating: recording.rating,
          has4K: numbers.oneIn(4),
          hasPreview: !numbers.oneIn(12),
          isStreamable: !numbers.oneIn(15),
          popularity: popularity(),
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
    curators = Self.groups(Words.curators) { $0 % 2 == 0 ? "Mixes." : nil }
    appleCurators = Self.groups(Words.appleCurators.map(\.name)) { _ in "Hand picked, all invented."
    }
    for index in appleCurators.indices {
      appleCurators[index].kind = Words.appleCurators[index].kind
    }
    activities = Self.groups(Words.activities) { _ in "Get it started." }
    let popular = songs.indices.sorted {
      recording(of: $0).popularity > recording(of: $1).popularity
    }
    for _ in 0..<70 { makeEditorial() }
    for storefront in Storefront.all {
      let name = "Top 100: \(storefront.name)"
      appendPlaylist(name, curator: .apple(4), popular.prefix(100).map { .song($0) }, isChart: true)
    }
    appendPlaylist("The Long Way Home", curator: .apple(4), someSongs(350))
    for number in 0..<20 {
      let name = number == 0 ? "Empty for Now" : "My \(numbers.pick(Words.adjectives)) Mix"
      appendPlaylist(name, .userShared, number == 0 ? [] : someSongs(12 + number))
    }
    appendPlaylist("New Music Mix", .personalMix, someSongs(25))
    appendPlaylist("Replay 2025", .replay, someSongs(100))
  }

  private mutating func someSongs(_ count: Int) -> [TrackReference] {
    numbers.distinct(count, below: songs.count).map { .song($0) }
  }

  private mutating func makeEditorial() {
    let genreID = Self.usualGenres[numbers.below(Self.usualGenres.count)]
    let genre = Genre.indices[genreID] ?? 0
    var members: [TrackReference] = numbers.distinct(60, below: songs.count)
      .filter { Genre.main(recording(of: $0).genre) == genre || $0 % 3 == 0 }
      .map { .song($0) }
    if numbers.oneIn(3) { members.insert(.musicVideo(numbers.below(160)), at: 0) }
    // The first curator of each kind has more playlists than a page holds.
    let lead = numbers.oneIn(3)
    let curator: Playlist.Curator =
      numbers.oneIn(3)
      ? .other(lead ? 0 : numbers.below(curators.count))
      : .apple(lead ? 0 : numbers.below(appleCurators.count))
    let name = "\(numbers.pick(Words.adjectives)) \(Genre.all[genre].name)"
    let kind: Playlist.Kind = numbers.oneIn(8) ? .external : .editorial
    let activity = numbers.oneIn(2) ? 0 : numbers.below(activities.count)
    activities[activity].playlists.append(playlists.count)
    appendPlaylist(name, kind, curator: curator, members)
  }

  private mutating func appendPlaylist(
    _ name: String,
    _ kind: Playlist.Kind = .editorial,
    curator: Playlist.Curator = .nobody,
    _ tracks: [TrackReference],
    isChart: Bool = false
  ) {
    let index = playlists.count
    let hex = [numbers.next(), numbers.next()].map { $0.padded(16, radix: 16) }.joined()
    let curatorName: String
    switch curator {
    case .apple(let number):
      curatorName = appleCurators[number].name
      appleCurators[number].playlists.append(index)
    case .other(let number):
      curatorName = curators[number].name
      curators[number].playlists.append(index)
    case .nobody: curatorName = kind == .userShared ? "Mira" : "Simulated Music for Mira"
    }
    playlists.append(
      Playlist(
        index: index,
        id: "pl." + kind.idForm.start + hex.prefix(kind.idForm.digits),
        name: name,
        kind: kind,
        curator: curator,
        curatorName: curatorName,
        isChart: isChart,
        summary: numbers.oneIn(4) ? nil : "\(name), for those who like it <b>loud</b> & clear.",
        hasArtwork: !numbers.oneIn(9),
        lastModifiedDate: numbers.oneIn(6)
          ? nil : "2026-\((1 + numbers.below(10)).padded(2))-11T16:15:51Z",
        popularity: popularity(),
        tracks: tracks
      )
    )
  }

  mutating func makeStations() {
    for (genre, entry) in Genre.all.enumerated() where Self.usualGenres.contains(entry.id) {
      appendStation("\(entry.name) Station") { $0.genre = genre }
    }
    for artist in artists.prefix(40) {
      appendStation("\(artist.name.text) & Similar Artists") { $0.artist = artist.index }
    }
    for song in songs.prefix(30) {
      appendStation(recordings[song.recording].title.text) { $0.song = song.index }
    }
    for name in ["Simulated Music 1", "Simulated Hits", "Simulated Country"] {
      appendStation(name) { $0.isLive = true }
    }
    appendStation("The Morning Hour") { $0.durationInMillis = 3_600_000 }
    appendStation("Simulated TV") { ($0.isLive, $0.isVideo) = (true, true) }
  }

  private mutating func appendStation(_ name: String, _ change: (inout Station) -> Void) {
    let index = stations.count
    var station = Station(index: index, id: "ra.\(985_484_166 + index * 31)", name: name)
    station.providerName = index % 4 == 0 ? "Simulated Music" : nil
    change(&station)
    stations.append(station)
  }
}
