import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("Fields of the iTunes Store and the properties that read them", .tags(.pure))
struct ITunesFieldTests {
  @Test("Every field is read by a kind that has a model", arguments: ITunes.Field.allCases)
  func everyField(_ field: ITunes.Field) {
    let name = field.rawValue
    #expect(
      RecordProperties.song.read(name) || RecordProperties.musicVideo.read(name)
        || RecordProperties.collection.read(name) || RecordProperties.artist.read(name)
    )
  }

  @Test("A field that no property reads appears in none")
  func unknown() {
    #expect(!RecordProperties.song.read("fieldOfTomorrow"))
  }

  @Test("Fields of old and of special results are read")
  func special() throws {
    let song = try #require(
      ITunes.Song(fields: [
        "kind": "song", "trackId": 1, "hasITunesExtras": true, "copyright": "℗ 2021 Example",
        "description": "d", "radioStationUrl": "https://a.example/station/1",
      ])
    )
    #expect(song.hasITunesExtras == true && song.copyright == "℗ 2021 Example")
    #expect(song.storeDescription == "d" && song.radioStationURL?.lastPathComponent == "1")
  }

  @Test("Every field of a genre is read", arguments: ITunes.Genre.Field.allCases)
  func genres(_ field: ITunes.Genre.Field) throws {
    let whole = try #require(try GenreTests.tree()["34"])
    let read =
      switch field {
      case .id: whole.id == "34"
      case .name: whole.name == "Music"
      case .url: whole.url != nil
      case .rssUrls: !whole.rssURLs.isEmpty
      case .chartUrls: !whole.chartURLs.isEmpty
      case .subgenres: !whole.childIDs.isEmpty
      }
    #expect(read)
  }

  @Test("A document states the number of its results")
  func count() throws {
    #expect(try ITunesFixture.results([ITunesFixture.song(1)]).resultCount == 1)
  }
}
