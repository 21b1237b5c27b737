import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

/// Tags of Matroska with several values, for tracks and for albums.
@Suite(.tags(.local), .timeLimit(.minutes(3)))
struct MatroskaTests {
  private let inspector = MediaInspector()

  private func inspect(_ tags: [[UInt8]]) async throws -> MediaInformation {
    try await inspector.inspect(try MatroskaMaker.file(tags: tags))
  }

  @Test("Second artists and genres are read, and the album keeps its own names")
  func secondArtistsGenres() async throws {
    let found = try await inspect([
      MatroskaMaker.tag(
        level: 50,
        [
          ("TITLE", "The Album"), ("ARTIST", "Various Examples"), ("DATE_RELEASED", "2003-04-05"),
          ("TOTAL_PARTS", "12"), ("REPLAYGAIN_GAIN", "-7.25 dB"),
        ]
      ),
      MatroskaMaker.tag(
        level: 30,
        [
          ("TITLE", "Früh am Morgen"), ("ARTIST", "Ada Example"), ("ARTIST", "Ben Beispiel"),
          ("GENRE", "Ambient"), ("GENRE", "Drone"), ("PART_NUMBER", "3"),
          ("REPLAYGAIN_GAIN", "-6.50 dB"),
        ]
      ),
    ])
    let (metadata, details) = (found.metadata, found.metadata.details)
    #expect(metadata.title == "Früh am Morgen")
    #expect(details.artists == ["Ada Example", "Ben Beispiel"])
    #expect(details.genres == ["Ambient", "Drone"])
    #expect(metadata.album == "The Album")
    #expect(details.albumArtist == "Various Examples")
    #expect(details.date == "2003-04-05")
    #expect((metadata.trackNumber, details.trackCount) == (3, 12))
    #expect((found.gain.track, found.gain.album) == (-6.5, -7.25))
  }

  @Test("Fields of the album alone apply to the track")
  func saidAlbumAlone() async throws {
    let found = try await inspect([
      MatroskaMaker.tag(type: "ALBUM", [("TITLE", "The Album"), ("ARTIST", "Ada Example")])
    ])
    #expect(found.metadata.album == "The Album")
    #expect(found.metadata.artist == "Ada Example")
    // The title of the file itself.
    #expect(found.metadata.title == "Früh am Morgen – 朝")
  }

  @Test("Discs have separate numbers")
  func discsNumbersTheir() async throws {
    let found = try await inspect([
      MatroskaMaker.tag(level: 50, [("TOTAL_PARTS", "2")]),
      MatroskaMaker.tag(
        level: 40,
        [("PART_NUMBER", "1"), ("TOTAL_PARTS", "12"), ("TITLE", "One")]
      ),
      MatroskaMaker.tag(level: 30, [("PART_NUMBER", "3")]),
    ])
    let (metadata, details) = (found.metadata, found.metadata.details)
    #expect((metadata.trackNumber, details.trackCount) == (3, 12))
    #expect((metadata.discNumber, details.discCount) == (1, 2))
    #expect(metadata.album == nil)
  }

  @Test("Tags of chapters and of other tracks do not apply to the track")
  func tagsChaptersOther() async throws {
    let found = try await inspect([
      MatroskaMaker.tag(level: 30, target: (0x63C4, 77), [("ARTIST", "Of a chapter")]),
      MatroskaMaker.tag(level: 30, target: (0x63C5, 77), [("ARTIST", "Of another track")]),
      MatroskaMaker.tag(level: 20, [("ARTIST", "Of a movement")]),
    ])
    #expect(found.metadata.artist == nil)
  }

  @Test("Tags after the audio are found at a server by the table of contents")
  func tagsBehindAudio() async throws {
    let body = Data(
      try MatroskaMaker.file(
        tags: [MatroskaMaker.tag(level: 30, [("ARTIST", "A"), ("ARTIST", "B")])],
        gap: 8 << 20
      )
    )
    let server = try LoopbackServer { .part(body, $0) }
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.mka"))))
    #expect(found.metadata.details.artists == ["A", "B"])
    #expect(found.codec == "flac")
    #expect(server.requests.count <= 10)
    #expect(server.bytesSent <= 2 << 20)
  }

  @Test("Endless tags are bounded")
  func tagsWithoutEnd() async throws {
    let many = MatroskaMaker.tag(
      level: 30,
      (0..<40_000).map { ("ARTIST", "A\($0)") }
    )
    #expect(try await inspect([many]).metadata.details.artists.count == 100)
    var nested = MatroskaMaker.element(0x67C8, MatroskaMaker.simple("GENRE", "Inside"))
    for _ in 0..<5_000 { nested = MatroskaMaker.element(0x67C8, nested) }
    let deep = MatroskaMaker.element(
      0x7373,
      nested + MatroskaMaker.element(0x67C8, MatroskaMaker.simple("GENRE", "Outside"))
    )
    #expect(try await inspect([deep]).metadata.details.genres == ["Outside"])
  }
}
