import ITunesTestSupport
import MusicCatalog
import PlayerKitITunes
import Testing

@Suite("Fields of the iTunes Store and the properties that read them")
struct ITunesFieldTests {
  static let candidates: [JSONValue] = [7, 12.5, true, "https://a.example/100x100bb.jpg"]

  /// The fields that show in a property with some value.
  private func shown<Record>(_ properties: RecordProperties<Record>) -> Set<ITunes.Field> {
    Set(
      ITunes.Field.allCases.filter { field in
        let own = properties.identity[field.rawValue].map { [$0] } ?? []
        return (Self.candidates + own).contains { properties.show(field.rawValue, $0) }
      }
    )
  }

  @Test("A kind's list of fields is just what its properties read")
  func lists() {
    #expect(shown(.song) == ITunes.Song.readFields)
    #expect(shown(.musicVideo) == ITunes.MusicVideo.readFields)
    #expect(shown(.collection) == ITunes.Collection.readFields)
    #expect(shown(.artist) == ITunes.Artist.readFields)
    #expect(shown(.other) == ITunes.OtherRecord.readFields)
  }

  @Test("Every field is read by a kind that has a model", arguments: ITunes.Field.allCases)
  func everyField(_ field: ITunes.Field) {
    let lists = [
      ITunes.Song.readFields, ITunes.MusicVideo.readFields, ITunes.Collection.readFields,
      ITunes.Artist.readFields,
    ]
    #expect(lists.contains { $0.contains(field) })
  }

  @Test("A field that no property reads shows in none")
  func unknown() {
    for value in Self.candidates {
      #expect(!RecordProperties.song.show("fieldOfTomorrow", value))
    }
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

  @Test("A document says how many results it has")
  func count() throws {
    #expect(try ITunesFixture.results([ITunesFixture.song(1)]).resultCount == 1)
  }
}
