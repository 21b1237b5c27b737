import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

@Suite("Metadata of each format", .tags(.pure), .timeLimit(.minutes(3)))
struct FormatTests {
  private let inspector = MediaInspector()

  @Test("is as written", arguments: TagFixture.full)
  func tags(name: String) async throws {
    let information = try await inspector.inspect(path: TagFixture.path(name))
    let (metadata, details) = (information.metadata, information.metadata.details)
    #expect(metadata.title == "Früh am Morgen – 朝")
    #expect(metadata.artist == "Ada Example, Ben Beispiel")
    #expect(details.artists == ["Ada Example", "Ben Beispiel"])
    #expect(metadata.album == "The Album")
    #expect(details.albumArtist == "Various Examples")
    #expect(details.composers == ["Cleo Composer"])
    #expect(details.genres == ["Ambient"])
    #expect(details.date == "2003-04-05")
    #expect((metadata.trackNumber, details.trackCount) == (3, 12))
    #expect((metadata.discNumber, details.discCount) == (1, 2))
    #expect(details.isrc == "QZABC1234567")
    #expect(details.comment == "A remark,\nin two lines.")
    #expect(details.musicBrainz?.recording == "0b6d3f5a-1111-4222-8333-444455556666")
    #expect(information.lyrics?.text == "First line\nSecond line")
    #expect(information.gain.track == -6.5)
    #expect(information.gain.album == -7.25)
    #expect(information.gain.trackPeak == 0.988525)
    #expect(information.gain.albumPeak == 0.999969)
  }

  @Test("includes pictures with type, size, and number of bytes", arguments: TagFixture.full)
  func pictures(name: String) async throws {
    let information = try await inspector.inspect(path: TagFixture.path(name))
    let cover = try #require(information.pictures.first { $0.kind == .frontCover })
    #expect(cover.mimeType == "image/png")
    #expect((cover.width, cover.height) == (7, 5))
    #expect(cover.byteCount == 69)
    #expect(cover.place == .embedded)
    #expect(information.metadata.artwork == cover.artwork)
  }

  @Test(
    "includes a codec, a container, and a length",
    arguments: [
      ("id3v24.mp3", "mp3", "mp3", 4.0), ("comments.flac", "flac", "flac", 4),
      ("vorbis.ogg", "vorbis", "ogg", 4), ("opus.opus", "opus", "ogg", 4),
      ("flac.oga", "flac", "ogg", 4), ("front.m4a", "aac", "mp4", 4),
      ("alac.m4a", "alac", "mp4", 4), ("id3.wav", "pcm_s16le", "wav", 1),
      ("id3.aiff", "pcm_s16be", "aiff", 1), ("asf.wma", "wmav2", "asf", 4),
      ("wavpack.wv", "wavpack", "wv", 4), ("matroska.mka", "flac", "matroska", 4),
      ("id3.tta", "tta", "tta", 1), ("id3.aac", "aac", "aac", 4), ("monkeys.ape", "ape", "ape", 1),
      ("fragments.m4a", "aac", "mp4", 4), ("plain.caf", "pcm_mulaw", "caf", 1),
      ("plain.avi", "mp2", "avi", 1),
    ]
  )
  func format(name: String, codec: String, container: String, seconds: Double) async throws {
    let information = try await inspector.inspect(path: TagFixture.path(name))
    #expect(information.codec == codec)
    #expect(information.container == container)
    #expect(information.sampleRate == (codec == "opus" ? 48_000 : 16_000))
    #expect(information.channels == 1)
    #expect(try #require(information.bitRate) > 8_000)
    let duration = try #require(information.duration)
    #expect(abs(duration / .seconds(1) - seconds) < 0.2)
    #expect(information.metadata.duration == duration)
  }

  @Test("includes its chapters, with their titles", arguments: TagFixture.chaptered)
  func chapters(name: String) async throws {
    let chapters = try await inspector.inspect(path: TagFixture.path(name)).metadata.chapters
    #expect(chapters.map(\.start) == [.zero, .seconds(1), .milliseconds(2_500)])
    #expect(chapters.map(\.title) == ["Intro", "Middle ✓", "End"])
  }

  @Test("takes the chapters of a text track if there are no others")
  func textTrack() async throws {
    let chapters = try await inspector.inspect(path: TagFixture.path("book-text.m4b")).metadata
      .chapters
    #expect(chapters.map(\.title) == (1...12).map { "Part \($0)" })
    #expect(chapters.map(\.start) == (0..<12).map { .milliseconds($0 * 300) })
  }

  @Test("includes the explicit mark, and a gain in Opus' form")
  func explicit() async throws {
    let explicit = try await inspector.inspect(path: TagFixture.path("explicit.m4a"))
    #expect(explicit.metadata.details.isExplicit == true)
    let clean = try await inspector.inspect(path: TagFixture.path("r128.opus"))
    #expect(clean.metadata.details.isExplicit == false)
    #expect((clean.gain.track, clean.gain.album) == (1, 7))
    #expect(clean.metadata.albumID == "0b6d3f5a-2222-4222-8333-444455556666")
    let untold = try await inspector.inspect(path: TagFixture.path("front.m4a"))
    #expect(untold.metadata.details.isExplicit == nil)
  }

  @Test("includes the padding that LAME states")
  func padding() async throws {
    let padding = try await inspector.inspect(path: TagFixture.path("id3v24.mp3")).padding
    #expect(padding == .init(start: 576, end: 1_088))
    #expect(try await inspector.inspect(path: TagFixture.path("comments.flac")).padding == nil)
  }

  @Test("includes the padding that an AAC edit list states")
  func editedPadding() async throws {
    // 64,000 samples, in 64 packets of 1,024.
    let padding = try await inspector.inspect(path: TagFixture.path("front.m4a")).padding
    #expect(padding == .init(start: 1_024, end: 512))
    #expect(try await inspector.inspect(path: TagFixture.path("alac.m4a")).padding == nil)
  }

  @Test("includes genres by name, also ID3's numbered ones")
  func genres() async throws {
    let found = try await inspector.inspect(path: TagFixture.path("genres.mp3"))
    #expect(
      found.metadata.details.genres == [
        "Rock", "Remix", "Cover", "Disco", "Eurodisco", "Jazz", "Techno", "Ambient (Live)",
        "(sic) Pop",
      ]
    )
  }

  @Test("of INFO is decoded from Latin-1 or Windows' encoding")
  func oldLetters() async throws {
    let found = try await inspector.inspect(path: TagFixture.path("latin1.wav")).metadata
    #expect(found.title == "Früh am Morgen")
    #expect(found.artist == "Zoë “Ada” Example")
  }

  @Test("of Matroska covers the track and its album, as mkvpropedit writes it")
  func matroskaTags() async throws {
    let found = try await inspector.inspect(path: TagFixture.path("tags.mka")).metadata
    #expect(found.title == "Früh am Morgen – 朝")
    #expect(found.details.artists == ["Ada Example", "Ben Beispiel"])
    #expect(found.details.genres == ["Ambient", "Drone"])
    #expect((found.album, found.details.albumArtist) == ("The Album", "Various Examples"))
    #expect((found.trackNumber, found.details.trackCount) == (3, 12))
    #expect(found.details.comment == "A remark,\nin two lines.")
  }

  @Test("of CAF and AVI is read by libavformat", arguments: ["plain.caf", "plain.avi"])
  func plain(name: String) async throws {
    let found = try await inspector.inspect(path: TagFixture.path(name)).metadata
    #expect((found.title, found.artist) == ("Früh am Morgen – 朝", "Ada Example"))
    #expect(found.details.genres == ["Ambient"])
  }

  @Test("of Musepack has the length to the sample")
  func musepack() async throws {
    let found = try await inspector.inspect(path: TagFixture.path("musepack.mpc"))
    #expect((found.codec, found.sampleRate) == ("musepack8", 44_100))
    #expect(found.duration == .seconds(1))
  }

  @Test("of TTA comes from its ID3 tag")
  func trueAudio() async throws {
    let found = try await inspector.inspect(path: TagFixture.path("id3.tta"))
    #expect(found.metadata.album == "The Album")
    #expect(found.pictures.map(\.byteCount) == [69])
  }

  @Test("of ID3 includes links and pictures of chapters, and none of these is the cover")
  func chapterParts() async throws {
    let information = try await inspector.inspect(path: TagFixture.path("id3v24.mp3"))
    let chapter = information.metadata.chapters[1]
    #expect(chapter.link == URL(string: "https://example.org/chapter"))
    #expect(chapter.end == .milliseconds(2_500))
    let picture = try #require(information.pictures.first { $0.chapter == 1 })
    #expect((picture.width, picture.height) == (9, 9))
    #expect(chapter.artwork == picture.artwork)
    #expect(information.metadata.artwork != picture.artwork)
  }

  @Test("of ID3 includes the times of its lyrics")
  func timedWords() async throws {
    let lyrics = try await inspector.inspect(path: TagFixture.path("id3v24.mp3")).lyrics
    #expect(lyrics?.lines.map(\.start) == [.milliseconds(500), .milliseconds(1_500)])
    #expect(lyrics?.language == "en")
  }

  @Test("of the older forms of ID3 is read as well")
  func olderForms() async throws {
    let second = try await inspector.inspect(path: TagFixture.path("id3v22.mp3"))
    #expect(second.metadata.title == "Früh am Morgen – 朝")
    #expect(second.pictures.map(\.width) == [7])
    let third = try await inspector.inspect(path: TagFixture.path("id3v23.mp3")).metadata
    #expect(third.title == "Früh am Morgen – 朝")
    #expect(third.artist == "Ada Example/Ben Beispiel")
    #expect(third.details.date == "2003-04-05")
    let first = try await inspector.inspect(path: TagFixture.path("id3v1.mp3")).metadata
    #expect(first.title == "Früh am Morgen")
    #expect((first.trackNumber, first.details.date) == (3, "2003"))
    #expect(first.details.genres == ["Ambient"])
  }

  @Test("of a container that TagLib can't read is read by libavformat")
  func matroska() async throws {
    let information = try await inspector.inspect(path: TagFixture.path("matroska.mka"))
    #expect(information.metadata.title == "Früh am Morgen – 朝")
    #expect(information.metadata.details.date == "2003-04-05")
    let cover = try #require(information.pictures.first)
    #expect((cover.width, cover.height, cover.byteCount) == (7, 5, 69))
    let wave = try await inspector.inspect(path: TagFixture.path("info.wav")).metadata
    #expect((wave.title, wave.album, wave.trackNumber) == ("A Title", "The Album", 3))
  }
}
