import Foundation
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Models of the iTunes Store", .tags(.pure))
struct ITunesModelTests {
  static let whole = """
    {"wrapperType":"track","kind":"song","artistId":900000001,"collectionId":800000001,
    "trackId":700000001,"artistName":"The Example Band","collectionName":"Second Example",
    "trackName":"Opening Night","collectionCensoredName":"Second E*",
    "trackCensoredName":"Opening N*","collectionArtistId":900000002,
    "collectionArtistName":"Various Artists",
    "collectionArtistViewUrl":"https://music.apple.com/us/artist/900000002",
    "artistViewUrl":"https://music.apple.com/us/artist/the-example-band/900000001?uo=4",
    "collectionViewUrl":"https://music.apple.com/us/album/x/800000001?i=700000001&uo=4",
    "trackViewUrl":"https://music.apple.com/us/album/x/800000001?i=700000001&uo=4",
    "previewUrl":"https://audio-ssl.itunes.apple.com/a/mzaf_1234.plus.aac.p.m4a",
    "artworkUrl30":"https://is1-ssl.mzstatic.com/image/thumb/a/source/30x30bb.jpg",
    "artworkUrl60":"https://is1-ssl.mzstatic.com/image/thumb/a/source/60x60bb.jpg",
    "artworkUrl100":"https://is1-ssl.mzstatic.com/image/thumb/a/source/100x100bb.jpg",
    "collectionPrice":9.99,"trackPrice":1.29,"collectionHdPrice":12.5,"trackRentalPrice":0.99,
    "trackHdPrice":2.29,"trackHdRentalPrice":1.99,"releaseDate":"2021-03-05T08:00:00Z",
    "collectionExplicitness":"notExplicit","trackExplicitness":"explicit",
    "contentAdvisoryRating":"Explicit","discCount":2,"discNumber":1,"trackCount":10,
    "trackNumber":3,"trackTimeMillis":213400,"country":"USA","currency":"USD",
    "primaryGenreName":"Alternative","isStreamable":true,"shortDescription":"s",
    "longDescription":"l","fieldOfTomorrow":{"a":[1,2.5,null,true,"x",{"b":[]}]}}
    """

  @Test("A song has all the fields that the store sends")
  func song() throws {
    let song = try #require(ITunesFixture.results([Self.whole]).songs.first)
    #expect(song.id == "700000001")
    #expect(song.collectionID == "800000001")
    #expect(song.artistID == "900000001")
    #expect(song.collectionArtistID == "900000002")
    #expect(song.collectionArtistName == "Various Artists")
    #expect(song.collectionArtistViewURL?.path() == "/us/artist/900000002")
    #expect(song.wrapperType == "track")
    #expect(song.kind == "song")
    #expect(song.name == "Opening Night")
    #expect(song.censoredName == "Opening N*")
    #expect(song.collectionCensoredName == "Second E*")
    #expect(song.artistName == "The Example Band")
    #expect(song.collectionName == "Second Example")
    #expect(song.duration == .milliseconds(213_400))
    #expect(song.price == 1.29)
    #expect(!song.isAlbumOnly)
    #expect(song.collectionPrice == 9.99)
    #expect(song.collectionHDPrice == 12.5)
    #expect(song.rentalPrice == 0.99)
    #expect(song.hdPrice == 2.29)
    #expect(song.hdRentalPrice == 1.99)
    #expect(song.explicitness == .explicit)
    #expect(song.collectionExplicitness == .notExplicit)
    #expect(song.contentAdvisoryRating == "Explicit")
    #expect([song.discCount, song.discNumber, song.trackCount, song.trackNumber] == [2, 1, 10, 3])
    #expect(song.country == "USA")
    #expect(song.currency == "USD")
    #expect(song.primaryGenreName == "Alternative")
    #expect(song.isStreamable == true)
    #expect(song.releaseDate == "2021-03-05T08:00:00Z")
    #expect(song.releasedAt == Date(timeIntervalSince1970: 1_614_931_200))
    #expect(song.previewURL?.lastPathComponent == "mzaf_1234.plus.aac.p.m4a")
    #expect(song.viewURL?.query() == "i=700000001&uo=4")
    #expect(song.collectionViewURL != nil && song.artistViewURL != nil)
    #expect(song.shortDescription == "s" && song.longDescription == "l")
    #expect(song.fields["fieldOfTomorrow"]?.object?["a"]?.array?.count == 6)
  }

  @Test("An old song lacks fields, and one field of another type affects no other")
  func lackingFields() throws {
    let more = #","trackPrice":-1,"trackTimeMillis":"long","isStreamable":"yes","releaseDate":1999"#
    let song = try #require(ITunesFixture.results([ITunesFixture.song(7, more)]).songs.first)
    #expect(song.name == "Song 7")
    #expect(song.isAlbumOnly)
    #expect(song.price == nil)
    #expect(song.duration == nil)
    #expect(song.isStreamable == nil)
    #expect(song.previewURL == nil)
    #expect(song.releasedAt == nil)
    #expect(song.explicitness == nil)
    #expect(song.artworkURL(pixels: 600) == nil)
  }

  @Test(
    "Numbers of any size are read or omitted",
    arguments: ["9223372036854775807", "-9223372036854775808", "1e300", "1.5", "1e3", "-0"]
  )
  func numbers(_ number: String) throws {
    let members = [ITunesFixture.song(7, ",\"trackTimeMillis\":\(number),\"trackPrice\":\(number)")]
    let song = try #require(ITunesFixture.results(members).songs.first)
    let exact = Double(number).flatMap { Int(exactly: $0) } ?? Int(number)
    #expect((song.duration == nil) == (exact == nil))
    #expect(song.duration.map { $0 >= .zero } == exact.map { $0 >= 0 })
  }

  @Test("Larger artwork is available by a changed address")
  func artwork() throws {
    let song = try #require(ITunesFixture.results([Self.whole]).songs.first)
    #expect(song.artworkURL(pixels: 600)?.lastPathComponent == "600x600bb.jpg")
    #expect(song.artworkURL(pixels: 600)?.path().hasSuffix("/thumb/a/source/600x600bb.jpg") == true)
    #expect(song.artworkURL(pixels: -5)?.lastPathComponent == "1x1bb.jpg")
    #expect(song.artworkURL(pixels: .max)?.lastPathComponent == "10000x10000bb.jpg")
  }

  @Test(
    "An artwork address of another form is unchanged",
    arguments: [
      ("https://a.example/100x100-75.jpg", "https://a.example/300x300-75.jpg"),
      ("100x100bb.png", "300x300bb.png"),
      ("https://a.example/cover.jpg", "https://a.example/cover.jpg"),
      ("https://a.example/100bb.jpg", "https://a.example/100bb.jpg"),
      ("https://a.example/100x", "https://a.example/100x"),
    ]
  )
  func artworkForms(address: String, expected: String) throws {
    let members = [ITunesFixture.song(7, ",\"artworkUrl100\":\"\(address)\"")]
    let song = try #require(ITunesFixture.results(members).songs.first)
    #expect(song.artworkURL(pixels: 300)?.absoluteString == expected)
  }

  @Test("Kinds are distinguished, and unknown ones are kept completely")
  func kinds() throws {
    let video = #"{"wrapperType":"track","kind":"music-video","trackId":710000001,"trackName":"V"}"#
    let episode = #"{"wrapperType":"track","kind":"podcast-episode","trackId":5,"guid":"x"}"#
    let book = #"{"wrapperType":"audiobook","collectionId":6,"collectionName":"B","isNew":false}"#
    let results = try ITunesFixture.results([
      ITunesFixture.artist(900_000_001), ITunesFixture.album(800_000_001),
      ITunesFixture.song(700_000_001), video, episode, book,
    ])
    #expect(results.unreadable.isEmpty)
    #expect(
      results.items.map(\.id)
        == ["900000001", "800000001", "700000001", "710000001", "5", "6"]
    )
    #expect(results.songs.map(\.id) == ["700000001"])
    #expect(results.musicVideos.map(\.name) == ["V"])
    let album = try #require(results.collections.first)
    #expect(album.name == "Album 800000001" && album.collectionType == "Album")
    #expect(album.copyright == "℗ 2021 Example" && album.amgArtistID == "5723")
    #expect(album.collectionExplicitness == .cleaned && album.trackCount == 10)
    let artist = try #require(results.artists.first)
    #expect(artist.name == "Artist 900000001" && artist.artistType == "Artist")
    #expect(artist.primaryGenreID == "20" && artist.amgArtistID == "5723")
    #expect(artist.viewURL?.query() == "uo=4")
    guard case .other(let other) = results.items[4] else {
      Issue.record("an episode is no song")
      return
    }
    #expect(other.kind == "podcast-episode" && other.fields["guid"] == "x")
  }

  static let mixed = [
    "null", ITunesFixture.song(1), "5", "[]", #"{"wrapperType":"track","kind":"song"}"#, "{}",
    ITunesFixture.song(2), #"{"wrapperType":"artist","artistId":"x"}"#,
    #"{"wrapperType":"artist","artistId":"900000001"}"#, #"{"wrapperType":7,"kind":{}}"#,
  ]

  @Test("A bad member affects neither the others nor its own kept data")
  func unreadable() throws {
    let results = try ITunesFixture.results(Self.mixed)
    #expect(results.items.map(\.id) == ["1", "2", "900000001"])
    #expect(results.unreadable.map(\.index) == [0, 2, 3, 4, 5, 7, 9])
    #expect(results.count == Self.mixed.count)
    #expect(results.unreadable.first?.json == .null)
  }

  @Test(
    "Encoding returns every value of the document in its place",
    arguments: [mixed, [whole], [], ["null"], [ITunesFixture.album(1), ITunesFixture.artist(2)]]
  )
  func roundTrip(_ members: [String]) throws {
    let text = String(ITunesFixture.document(members).dropLast(2)) + #","more":{"x":[1,null]}}"#
    let results = try JSONDecoder().decode(ITunes.Results.self, from: Data(text.utf8))
    let again = try JSONEncoder().encode(results)
    let before = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(try JSONDecoder().decode(JSONValue.self, from: again) == before)
    #expect(try JSONDecoder().decode(ITunes.Results.self, from: again) == results)
  }

  @Test("A record can be decoded and encoded alone")
  func recordAlone() throws {
    let data = Data(Self.whole.utf8)
    let song = try JSONDecoder().decode(ITunes.Song.self, from: data)
    let again = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(song))
    #expect(try again == JSONDecoder().decode(JSONValue.self, from: data))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ITunes.Artist.self, from: data)
    }
  }

  @Test("An app's tests can make a record by hand")
  func handMade() throws {
    let song = try #require(
      ITunes.Song(fields: ["kind": "song", "trackId": 7, "trackName": "A", "isStreamable": true])
    )
    #expect(song.id == "7" && song.name == "A" && song.isStreamable == true)
    #expect(ITunes.Song(fields: ["kind": "song", "trackId": 0]) == nil)
  }
}
