import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitInternetArchive

@Suite("An item of the archive", .tags(.pure))
struct ArchiveItemTests {
  private typealias Fixture = ArchiveFixture

  @Test("is its songs in order, each once and in the best format")
  func concert() throws {
    let tracks = InternetArchiveTrack.tracks(of: try Fixture.item(Fixture.concert))
    #expect(
      tracks.map(\.id)
        == ["d1t01.mp3", "d1t02 50% & more?.flac", "d1t10.flac"].map {
          Fixture.id + "/" + $0
        }
    )
    #expect(tracks.map(\.metadata.title) == ["d1t01", "Two, Dos", "Ten"])
    #expect(tracks.map(\.metadata.trackNumber) == [1, 2, 10])
    #expect(
      tracks.map(\.metadata.duration) == [.seconds(3_723), .milliseconds(213_400), .seconds(60)]
    )
    #expect(
      tracks.map(\.metadata.artist) == ["The Band, A Guest", "Someone", "The Band, A Guest"]
    )
    let metadata = tracks[1].metadata
    #expect(metadata.album == "Live at Example Hall")
    #expect(metadata.albumID == Fixture.id)
    #expect(metadata.details.albumArtist == "The Band, A Guest")
    #expect(metadata.details.trackCount == 3)
    #expect(metadata.details.date == "1977-05-08")
    #expect(
      metadata.details.page?.absoluteString == "https://archive.org/details/" + Fixture.id
    )
    #expect(
      metadata.artwork?.url(atLeast: 300)?.absoluteString
        == "https://archive.org/services/img/" + Fixture.id
    )
  }

  @Test("has the preferred formats, or else any available one")
  func preference() throws {
    let item = try Fixture.item(Fixture.concert)
    func endings(_ formats: [ArchiveFormat]) -> [String] {
      InternetArchiveTrack.tracks(of: item, preferring: formats)
        .compactMap { $0.id.split(separator: ".").last.map { String($0) } }
    }
    #expect(endings([.ogg, .variableMP3]) == ["ogg", "mp3", "ogg"])
    #expect(endings([.mp3]) == ["mp3", "mp3", "mp3"])
    // Of the others, the largest.
    #expect(endings([]) == ["mp3", "flac", "flac"])
    let formats = ["24bit Flac", "Flac", "Apple Lossless Audio", "64Kbps MP3"].enumerated().map {
      #""name":"a.\#(["flac", "flac", "m4a", "mp3"][$0])","size":\#(9 - $0),"format":"\#($1)""#
    }
    let other = formats.map { $0.replacing("a.flac", with: "b.flac") }
    #expect(try Fixture.names([formats[0], formats[2], formats[3]]) == ["a.flac"])
    #expect(try Fixture.names(Array(formats[2...])) == ["a.mp3"])
    #expect(
      try Fixture.names([formats[2], formats[3], other[1]], [ArchiveFormat(rawValue: "lossless")])
        == ["a.m4a", "b.flac"]
    )
    // An exact name comes before a longer one.
    let pair = [
      #""name":"a_24.flac","original":"a.wav","format":"24bit Flac","size":9"#,
      #""name":"a.flac","original":"a.wav","format":"FLAC","size":8"#, #""name":"a.wav","size":99"#,
    ]
    #expect(try Fixture.names(pair) == ["a.flac"])
  }

  @Test("without usable numbers is ordered by names, with numbers in them compared as numbers")
  func order() throws {
    func files(_ names: [String], _ numbers: [String]) -> [String] {
      zip(names, numbers).map { #""name":"\#($0)","format":"Flac","track":\#($1)"# }
    }
    let none = files(["t10.flac", "T2.flac", "t1.flac"], ["null", "\"x\"", "\"\""])
    #expect(try Fixture.names(none) == ["t1.flac", "T2.flac", "t10.flac"])
    // The numbers restart on each disc.
    let discs = files(
      ["d2/01.flac", "d1/02.flac", "d1/01.flac", "d10/01.flac"],
      ["1", "2", "1", "1"]
    )
    #expect(
      try Fixture.names(discs) == ["d1/01.flac", "d1/02.flac", "d2/01.flac", "d10/01.flac"]
    )
    let numbered = files(["a.flac", "b.flac", "c.flac"], ["\"3/3\"", "\"01\"", "2"])
    #expect(try Fixture.names(numbered) == ["b.flac", "c.flac", "a.flac"])
    // One is missing.
    #expect(
      try Fixture.names(files(["b.flac", "a.flac"], ["1", "null"])) == ["a.flac", "b.flac"]
    )
  }

  @Test("has each song once, even with several original formats or cyclic derivatives")
  func groups() throws {
    let both = [
      #""name":"a.flac","source":"original","format":"Flac""#,
      #""name":"a.mp3","source":"original","format":"VBR MP3""#,
    ]
    #expect(try Fixture.names(both) == ["a.flac"])
    let loop = [
      #""name":"a.mp3","format":"VBR MP3","original":"b.mp3""#,
      #""name":"b.mp3","format":"VBR MP3","original":"a.mp3""#,
      #""name":"c.mp3","format":"VBR MP3","original":"c.mp3""#,
      #""name":"d.mp3","format":"VBR MP3","original":"gone.flac""#,
      #""name":"d.mp3","format":"VBR MP3""#,
      // A source of the audio that is no audio itself.
      #""name":"e.mp3","format":"VBR MP3","original":"film.avi""#, #""name":"film.avi""#,
      #""name":"f.mp3","format":"VBR MP3","original":"film.avi""#,
    ]
    #expect(try Fixture.names(loop) == ["a.mp3", "b.mp3", "c.mp3", "d.mp3", "e.mp3", "f.mp3"])
  }

  @Test("does not trap on impossible lengths, numbers and names")
  func odd() throws {
    let lengths = [
      "": nil, "abc": nil, "-5": nil, "nan": nil, "inf": nil, "1e400": nil, "1:2:3:4": nil,
      "0": nil, "99999999999": nil, "1:": nil, "0.5": Duration.milliseconds(500),
      "00:59": .seconds(59), "61": .seconds(61),
    ]
    for (text, duration) in lengths {
      let item = try Fixture.item(of: [#""name":"a.mp3","length":"\#(text)""#])
      #expect(item.files?.first?.duration == duration, "\(text)")
    }
    for name in ["../a.mp3", "a//b.mp3", "/a.mp3", "a\\u0000.mp3", "a", "a.mp3/", ".."] {
      #expect(try Fixture.names([#""name":"\#(name)""#]).isEmpty, "\(name)")
    }
    let long = String(repeating: "a", count: 100_000)
    #expect(try Fixture.names([#""name":"\#(long).mp3""#]).isEmpty)
    for number in ["0", "-1", "99999999999999999999", "1e300", "true", "{}", "[]", "\"A1\""] {
      let item = try Fixture.item(of: [#""name":"a.mp3","track":\#(number)"#])
      #expect(item.files?.first?.trackNumber == nil, "\(number)")
    }
    let bare = try Fixture.item(#"{"metadata":{"identifier":"../x"},"files":[{"name":"a.mp3"}]}"#)
    #expect(InternetArchiveTrack.tracks(of: bare).isEmpty)
    #expect(try Fixture.item(#"{"files":{"/a.mp3":{}}}"#).songs(preferring: .best).isEmpty)
  }

  @Test("is written as it is read")
  func codable() throws {
    let item = try Fixture.item(Fixture.concert)
    let again = try JSONDecoder().decode(
      InternetArchive.Item.self,
      from: try JSONEncoder().encode(item)
    )
    #expect(again == item)
    var registry = TrackRegistry()
    registry.add(InternetArchiveTrack.self)
    for track in InternetArchiveTrack.tracks(of: item) {
      #expect(registry.decode(try registry.encode(track)) as? InternetArchiveTrack == track)
    }
  }
}
