/// Makes the catalog, in an order that later steps rely on: artists, albums with their recordings and
/// songs, videos, playlists, stations. Each step has numbers of its own, so that a change to one leaves
/// the others as they were.
struct CatalogBuilder {
  let seed: UInt64
  var artists: [Artist] = []
  var recordings: [Recording] = []
  var songs: [Song] = []
  var albums: [Album] = []
  var musicVideos: [MusicVideo] = []
  var playlists: [Playlist] = []
  var stations: [Station] = []
  var recordLabels: [NamedGroup] = []
  var curators: [NamedGroup] = []
  var appleCurators: [NamedGroup] = []
  var activities: [NamedGroup] = []

  /// The artist with more albums than a page can hold.
  static let prolificArtist = 7
  static let artistCount = 300
  /// Main genres that artists have; the rest of the genres has few or none.
  static let usualGenres = [20, 21, 14, 7, 11, 5, 18, 15, 10, 6, 12, 2, 17, 19, 27]

  init(seed: UInt64) {
    self.seed = seed
  }

  func numbers(_ step: UInt64) -> SplitMix64 {
    SplitMix64(seed: seed &* 0x1000_0000_01B3 &+ step)
  }

  mutating func build() {
    makeLabels()
    makeArtists()
    makeAlbums()
    makeProlificSingles()
    makeCleanTwins()
    makeCompilations()
    makeMusicVideos()
    makePlaylists()
    makeStations()
    sortAlbums()
  }

  private mutating func makeLabels() {
    recordLabels = NameWords.labels.enumerated().map { index, name in
      NamedGroup(
        index: index,
        name: name,
        notes: index % 3 == 0 ? "A label that does not exist." : nil
      )
    }
  }

  private mutating func makeArtists() {
    var numbers = numbers(1)
    var used: Set<String> = []
    for index in 0..<Self.artistCount {
      let name = artistName(index, &numbers, &used)
      let genre = artistGenre(index, &numbers)
      artists.append(
        Artist(
          index: index,
          name: name,
          genre: genre,
          popularity: popularity(&numbers),
          hasArtwork: !numbers.oneIn(6),
          notes: numbers.oneIn(4) ? "\(name.text) plays as if nobody listened, <i>or</i> all." : nil
        )
      )
    }
    makeSimilar(&numbers)
  }

  private func artistName(
    _ index: Int,
    _ numbers: inout SplitMix64,
    _ used: inout Set<String>
  ) -> LocalizedName {
    if index % 13 == 5, index / 13 < NameWords.unusual.count {
      let unusual = NameWords.unusual[index / 13]
      return LocalizedName(text: unusual.name, japanese: unusual.japanese)
    }
    // Two different artists share a name, as they do in the real store.
    if index == 200 { return artists[40].name }
    var name = ""
    repeat {
      switch numbers.below(7) {
      case 0, 1:
        name = "The \(numbers.pick(TitleWords.adjectives)) \(numbers.pick(NameWords.plurals))"
      case 2, 3: name = "\(numbers.pick(NameWords.first)) \(numbers.pick(NameWords.last))"
      case 4: name = "\(numbers.pick(TitleWords.nouns)) & \(numbers.pick(NameWords.plurals))"
      case 5: name = "\(numbers.pick(NameWords.first)) \(numbers.pick(NameWords.last)) Quartet"
      default: name = "\(numbers.pick(TitleWords.adjectives)) \(numbers.pick(TitleWords.nouns))"
      }
    } while !used.insert(name).inserted
    return LocalizedName(text: name)
  }

  private func artistGenre(_ index: Int, _ numbers: inout SplitMix64) -> Int {
    // The first fifth is of one genre, so that one chart and one list of similar artists are long.
    let id =
      index % 5 == 0 ? 20 : Self.usualGenres[numbers.below(Self.usualGenres.count)]
    let subgenres = Genre.all.indices.filter { Genre.all[$0].parent == id }
    if numbers.oneIn(3), !subgenres.isEmpty { return subgenres[numbers.below(subgenres.count)] }
    return Genre.indices[id] ?? 0
  }

  /// Similar artists share the main genre; one in nine has none, the prolific one more than a page.
  private mutating func makeSimilar(_ numbers: inout SplitMix64) {
    let groups = Dictionary(grouping: artists.indices) { Genre.main(artists[$0].genre) }
    for index in artists.indices {
      let others = (groups[Genre.main(artists[index].genre)] ?? []).filter { $0 != index }
      let count = index % 9 == 4 ? 0 : numbers.below(20) + 1
      artists[index].similar = numbers.distinct(count, below: others.count).map { others[$0] }
    }
    artists[Self.prolificArtist].similar = artists.indices
      .filter { $0 != Self.prolificArtist && $0 % 7 == 0 }
  }

  /// Few are known to many: the square of an even distribution.
  func popularity(_ numbers: inout SplitMix64) -> Int {
    let even = numbers.below(1_000)
    return even * even + numbers.below(1_000)
  }

  private mutating func sortAlbums() {
    for album in albums where album.kind != .compilation || album.artist != 0 {
      artists[album.artist].albums.append(album.index)
      recordLabels[album.label].albums.append(album.index)
    }
    for index in artists.indices {
      artists[index].albums.sort {
        (albums[$0].releaseDate ?? "", $0) > (albums[$1].releaseDate ?? "", $1)
      }
    }
  }
}
