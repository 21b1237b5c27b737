/// Makes the catalog in the order that later steps need: artists, albums with their recordings and
/// songs, videos, playlists, stations. Each step has its own random numbers, so that a change in
/// one step does not affect the others.
extension InventedCatalog {
  /// The artist with more albums than a page holds.
  static let prolificArtist = 7
  static let artistCount = 300
  /// The main genres of artists. The other genres have few or none.
  static let usualGenres = [20, 21, 14, 7, 11, 5, 18, 15, 10, 6, 12, 2, 17, 19, 27]

  mutating func build() {
    recordLabels = Self.groups(Words.labels) { $0 % 3 == 0 ? "A label that does not exist." : nil }
    let steps: [(inout InventedCatalog) -> Void] = [
      { $0.makeArtists() }, { $0.makeAlbums() }, { $0.makeProlificSingles() },
      { $0.makeCleanTwins() }, { $0.makeCompilations() }, { $0.makeMusicVideos() },
      { $0.makePlaylists() }, { $0.makeStations() },
    ]
    for (number, step) in steps.enumerated() {
      numbers = SplitMix64(seed: seed &* 0x1000_0000_01B3 &+ UInt64(number + 1))
      step(&self)
    }
    for album in albums where album.kind != .compilation || album.artist != 0 {
      artists[album.artist].albums.append(album.index)
      recordLabels[album.label].albums.append(album.index)
    }
    let dates = albums.map { $0.releaseDate ?? "" }
    for index in artists.indices {
      artists[index].albums.sort { (dates[$0], $0) > (dates[$1], $1) }
    }
  }

  static func groups(_ names: [String], notes: (Int) -> String?) -> [NamedGroup] {
    names.enumerated().map { NamedGroup(index: $0, name: $1, notes: notes($0)) }
  }

  private mutating func makeArtists() {
    var used: Set<String> = []
    for index in 0..<Self.artistCount {
      let name = artistName(index, &used)
      artists.append(
        Artist(
          index: index,
          name: name,
          genre: artistGenre(index),
          popularity: popularity(),
          hasArtwork: !numbers.oneIn(6),
          notes: numbers.oneIn(4) ? "\(name.text) plays as if nobody listened, <i>or</i> all." : nil
        )
      )
    }
    makeSimilar()
  }

  private mutating func artistName(_ index: Int, _ used: inout Set<String>) -> LocalizedName {
    if index % 13 == 5, index / 13 < Words.unusualNames.count {
      let unusual = Words.unusualNames[index / 13]
      return LocalizedName(text: unusual.name, japanese: unusual.japanese)
    }
    // Two different artists share a name, as in the real store.
    if index == 200 { return artists[40].name }
    var name = ""
    repeat {
      let form = numbers.below(7)
      let pairs = [
        (Words.adjectives, Words.plurals), (Words.first, Words.last), (Words.nouns, Words.plurals),
        (Words.first, Words.last), (Words.adjectives, Words.nouns),
      ]
      let pair = pairs[[0, 0, 1, 1, 2, 3, 4][form]]
      let (one, other) = (numbers.pick(pair.0), numbers.pick(pair.1))
      let start = form < 2 ? "The " : ""
      let end = form == 5 ? " Quartet" : ""
      name = "\(start)\(one)\(form == 4 ? " &" : "") \(other)\(end)"
    } while !used.insert(name).inserted
    return LocalizedName(text: name)
  }

  private mutating func artistGenre(_ index: Int) -> Int {
    // The first fifth has the same genre, so that one chart and one list of similar artists are
    // long.
    let id = index % 5 == 0 ? 20 : Self.usualGenres[numbers.below(Self.usualGenres.count)]
    let subgenres = Genre.all.indices.filter { Genre.all[$0].parent == id }
    if numbers.oneIn(3), !subgenres.isEmpty { return subgenres[numbers.below(subgenres.count)] }
    return Genre.indices[id] ?? 0
  }

  /// Similar artists share the main genre. One in nine artists has none, the prolific one more than
  /// a page.
  private mutating func makeSimilar() {
    let groups = Dictionary(grouping: artists.indices) { Genre.main(artists[$0].genre) }
    for index in artists.indices {
      let others = (groups[Genre.main(artists[index].genre)] ?? []).filter { $0 != index }
      let count = index % 9 == 4 ? 0 : numbers.below(20) + 1
      artists[index].similar = numbers.distinct(count, below: others.count).map { others[$0] }
    }
    artists[Self.prolificArtist].similar = artists.indices
      .filter { $0 != Self.prolificArtist && $0 % 7 == 0 }
  }

  /// A random popularity. Squaring an even distribution makes high values rare.
  mutating func popularity() -> Int {
    let even = numbers.below(1_000)
    return even * even + numbers.below(1_000)
  }
}
