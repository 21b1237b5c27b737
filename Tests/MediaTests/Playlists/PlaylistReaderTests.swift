import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Playlists", .tags(.pure))
struct PlaylistReaderTests {
  @Test(
    "An M3U is read with every common prefix before an address",
    arguments: ["\n", "\r\n", "\r"]
  )
  func m3uReadAll(end: String) throws {
    let text = [
      "#EXTM3U", "#PLAYLIST: Evening", "#EXTINF:183,The Band - A Song, Part 2", "#EXTALB:Album",
      "songs/a song.mp3", "", "# a comment",
      "#EXTINF:-1 tvg-id=\"x\" tvg-logo=\"/logo.png\" group-title=\"News, Talk\",Radio, One",
      "#EXTVLCOPT:http-user-agent=Player/1.0", "https://one.example:8000/live?a=b,c", "../b.mp3",
    ].joined(separator: end)
    let list = try read(text)
    #expect(list.title == "Evening")
    #expect(
      list.places == [
        "http://radio.example/lists/songs/a%20song.mp3", "https://one.example:8000/live?a=b,c",
        "http://radio.example/b.mp3",
      ]
    )
    #expect(list.titles == ["A Song, Part 2", "Radio, One", nil])
    let song = list.entries[0].metadata
    #expect(song.artist == "The Band" && song.album == "Album" && song.duration == .seconds(183))
    #expect(list.entries[1].metadata.duration == nil)
    #expect(list.entries[1].headers == ["User-Agent": "Player/1.0"])
    #expect(
      list.entries[1].artwork == .url(try #require(URL(string: "http://radio.example/logo.png")))
    )
    #expect(list.entries[2].headers.isEmpty)
  }

  @Test("A PLS is ordered by number, with any stated length")
  func plsOrderedNumber() throws {
    let list = try read(
      """
      [PlayList]
      NumberOfEntries=99
      FILE10=http://c.example/
      title2=B
      File2 = http://b.example/
      File1=a.mp3
      Length1=12
      Length2=0
      """
    )
    #expect(
      list.places == ["http://radio.example/lists/a.mp3", "http://b.example/", "http://c.example/"]
    )
    #expect(list.titles == [nil, "B", nil])
    #expect(list.entries.map(\.metadata.duration) == [.seconds(12), nil, nil])
  }

  @Test("An XSPF has alternatives, texts, and its own base")
  func xspfAlternativesWords() throws {
    let list = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="http://files.example/x/">
        <title>Mine &amp; yours</title>
        <trackList><track>
          <location>a%20b.mp3</location><location>http://two.example/?a=1&b=2</location>
          <location><![CDATA[http://three.example/?a=1&b=2&amp;]]></location>
          <!-- & --><title><![CDATA[<One> & all]]></title><creator>C</creator><album>Al</album>
          <trackNum>3</trackNum><duration>2500</duration>
        </track><track><title>nowhere</title></track></trackList>
      </playlist>
      """
    )
    let entry = try #require(list.entries.first)
    #expect(list.title == "Mine & yours" && list.entries.count == 1)
    #expect(list.places == ["http://files.example/x/a%20b.mp3"])
    #expect(
      entry.alternatives
        == [
          .url(try #require(URL(string: "http://two.example/?a=1&b=2"))),
          .url(try #require(URL(string: "http://three.example/?a=1&b=2&amp;"))),
        ]
    )
    #expect(
      entry.metadata
        == TrackMetadata(
          title: "<One> & all",
          artist: "C",
          album: "Al",
          duration: .milliseconds(2_500),
          trackNumber: 3
        )
    )
  }

  @Test("An ASX is read as it is commonly written")
  func asxReadPeople() throws {
    let list = try read(
      """
      <ASX Version = 3.0>
      <TITLE>Station</TITLE>
      <Entry><title>One & two</Title>
        <REF HREF="mms://one.example/live?a=1&b=2" />
        <ref href="http://two.example/live">
      </entry>
      <entryref href="more.asx"/>
      <ENTRY><Ref href='three.mp3'/></ENTRY>
      """
    )
    #expect(list.title == "Station")
    #expect(
      list.places == [
        "http://one.example/live?a=1&b=2", "http://radio.example/lists/more.asx",
        "http://radio.example/lists/three.mp3",
      ]
    )
    #expect(list.titles == ["One & two", nil, nil])
    #expect(list.entries[0].alternatives.count == 1)
    let old = try read("[Reference]\r\nRef1=http://one.example/a?MSWMExt=.asf\r\nRef2=b.mp3\r\n")
    #expect(old.places.count == 2)
  }

  @Test(
    "A title or name of a CUE sheet extends to the last quote of its line",
    arguments: [
      ("\"Say \"Hello\" Again\"", "Say \"Hello\" Again"), ("\"Song (7\" Mix)\"", "Song (7\" Mix)"),
      ("Song (7\" Mix)", "Song (7\" Mix)"), ("\"open", "open"), ("\"\"A\" B\"", "\"A\" B"),
      ("\"a\" ", "a"), ("two words", "two words"),
    ]
  )
  func innerQuotes(written: String, title: String) throws {
    let text = """
      TITLE \(written)
      PERFORMER \(written)
      FILE "a "b" c.wav" WAVE
        TRACK 01 AUDIO
          TITLE \(written)
          INDEX 01 00:00:00
      """
    let list = try read(text, at: "/m/x.cue")
    #expect(list.title == title && list.titles == [title])
    #expect(list.entries.first?.metadata.artist == title)
    #expect(list.places == ["/m/a \"b\" c.wav"])
  }

  @Test("WPL and ZPL are read, with Windows' paths", arguments: ["/m/x.wpl", "/m/x", "/m/x.zpl"])
  func wpl(path: String) throws {
    let text = """
      <?wpl version="1.0"?>
      <smil><head><title>Evening &amp; Night</title></head><body><seq>
      <media src="..\\a &amp; b\\c.mp3" trackTitle="T" trackArtist="A" albumTitle="L" duration="1500"/>
      <media src="d.mp3" tid="{1}"/><media/>
      </seq></body></smil>
      """
    let list = try read(text, at: path)
    #expect(list.title == "Evening & Night")
    #expect(list.places == ["/a & b/c.mp3", "/m/d.mp3"])
    let first = list.entries[0].metadata
    #expect(first.title == "T" && first.artist == "A" && first.album == "L")
    #expect(first.duration == .milliseconds(1_500))
  }

  @Test("A CUE sheet becomes adjacent clips")
  func cueSheetBecomes() throws {
    let list = try read(
      """
      REM GENRE Jazz
      REM DISCNUMBER 2
      PERFORMER "The Band"
      TITLE "The Album"
      FILE "side a.flac" WAVE
        TRACK 01 AUDIO
          TITLE "First"
          PERFORMER "Guest"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Second"
          PREGAP 00:02:00
          INDEX 00 03:10:00
          INDEX 01 03:12:37
        TRACK 03 AUDIO
          INDEX 00 05:00:00
      FILE "side b.flac" WAVE
          INDEX 01 00:00:00
        TRACK 04 MODE1/2352
          INDEX 01 01:00:00
      """,
      at: "/music/album.cue"
    )
    #expect(
      list.places == ["/music/side a.flac", "/music/side a.flac", "/music/side b.flac"]
    )
    #expect(list.titles == ["First", "Second", "Track 3"])
    #expect(list.entries.map(\.metadata.artist) == ["Guest", "The Band", "The Band"])
    #expect(list.entries.map(\.metadata.trackNumber) == [1, 2, 3])
    #expect(list.entries.allSatisfy { $0.metadata.album == "The Album" })
    #expect(list.entries.allSatisfy { $0.metadata.discNumber == 2 })
    // 37 of 75 frames, to the nearest attosecond.
    let seam = Duration(
      secondsComponent: 192,
      attosecondsComponent: 493_333_333_333_333_333
    )
    #expect(list.entries[0].clip?.end == seam && list.entries[1].clip?.start == seam)
    #expect(list.entries[1].clip?.end == nil && list.entries[2].clip == nil)
    let plain = try read("FILE a b.wav WAVE\nTRACK 1 AUDIO\nINDEX 1 0:00:00\n", at: "/m/x.cue")
    #expect(plain.places == ["/m/a b.wav"])
    let late = try read(
      """
      TRACK 01 AUDIO
      FILE "a.wav" WAVE
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      FILE "b.wav" WAVE
      INDEX 01 00:00:00
      TRACK 03 AUDIO
      """,
      at: "/m/x.cue"
    )
    #expect(late.places == ["/m/a.wav", "/m/b.wav"])
    #expect(late.entries.allSatisfy { $0.clip == nil })
  }

  @Test("The base of a list may be a folder beside it", arguments: ["sub/", "sub/other.xspf"])
  func folderAsBase(base: String) throws {
    let text = """
      <playlist xmlns="http://xspf.org/ns/0/" xml:base="\(base)"><trackList><track>
      <location>a%20b.mp3</location></track></trackList></playlist>
      """
    #expect(try read(text, at: "/m/x.xspf").places == ["/m/sub/a b.mp3"])
  }

  @Test("A track of a CUE sheet without INDEX 01 begins at INDEX 00, or with its file")
  func cueWithoutIndex() throws {
    let list = try read(
      """
      FILE "a.wav" WAVE
        TRACK 01 AUDIO
          TITLE "No index"
        TRACK 02 AUDIO
          INDEX 00 00:02:00
        TRACK 03 AUDIO
          TITLE "No place"
        TRACK 04 AUDIO
          INDEX 01 00:04:00
        TRACK 05 AUDIO
          INDEX 01 00:04:00
      FILE "b.wav" WAVE
        TRACK 06 AUDIO
      """,
      at: "/m/x.cue"
    )
    // Track 3 has no place, and track 4 no length.
    #expect(list.entries.map(\.metadata.trackNumber) == [1, 2, 5, 6])
    #expect(list.places == ["/m/a.wav", "/m/a.wav", "/m/a.wav", "/m/b.wav"])
    #expect(list.entries.map { $0.clip?.start } == [.zero, .seconds(2), .seconds(4), nil])
    #expect(list.entries.map { $0.clip?.end } == [.seconds(2), .seconds(4), nil, nil])
  }

  @Test("An address in quotes is read without them")
  func quotedAddress() throws {
    let list = try read("#EXTM3U\n\"http://a.example/x.mp3\"\n", at: "/m/x.m3u")
    #expect(list.places == ["http://a.example/x.mp3"])
  }

  @Test("Text of any encoding is read")
  func textAnyKind() throws {
    let text = "#EXTM3U\n#EXTINF:1,Überzeit 歌\nhttp://a.example/ü.mp3\n"
    let expected = try read(text)
    #expect(expected.titles == ["Überzeit 歌"])
    #expect(
      try read([0xEF, 0xBB, 0xBF] + Array(text.utf8), at: "/x.m3u").titles == expected.titles
    )
    for (mark, isBig) in [([0xFF, 0xFE], false), ([0xFE, 0xFF], true), ([], false), ([], true)] {
      let units = text.utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBig ? bytes : bytes.reversed()
      }
      let list = try read(mark.map { UInt8($0) } + units, at: "http://a.example/x")
      #expect(list == expected.located(at: "http://a.example/x"))
    }
    // Windows-1252 has printable characters here, no control characters.
    let windows = Array("#EXTM3U\n#EXTINF:1,Don".utf8) + [0x92, 0x74, 0x81] + Array("\na.mp3".utf8)
    #expect(try read(windows, at: "/x.m3u").titles == ["Don’t\u{FFFD}"])
    // A title in Latin-1, and one in UTF-8.
    let mixed =
      Array("#EXTM3U\n#EXTINF:1,".utf8) + [0xDC] + Array("ber\na.mp3\n#EXTINF:1,Über\nb.mp3".utf8)
    #expect(try read(mixed, at: "/x.m3u").titles == ["Über", "Über"])
  }

  @Test("The content determines the format")
  func contentSays() throws {
    let pls = "[playlist]\nFile1=http://a.example/\n"
    for type in ["text/plain", "audio/mpeg", "audio/x-mpegurl", nil] {
      #expect(
        try read(pls, at: "http://a.example/x.m3u", type: type).places == ["http://a.example/"]
      )
    }
    #expect(throws: PlaylistError.hls) {
      try read("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\na.ts\n", at: "/a.m3u")
    }
    #expect(try read("http://a.example/live\r\n").places == ["http://a.example/live"])
    #expect(try read("a.mp3\n", type: "audio/x-mpegurl; charset=x").places.count == 1)
    for text in ["a.mp3\n", "<!DOCTYPE html><html></html>", "ID3\u{4}\0\0", ""] {
      #expect(throws: PlaylistError.notAPlaylist) { try read(text) }
    }
    #expect(throws: PlaylistError.notAPlaylist) {
      try read("<!DOCTYPE html><html>", at: "http://a.example/x.m3u")
    }
    #expect(try read("\n", at: "http://a.example/x.pls").entries.isEmpty)
  }

  @Test("A list of unknown origin leads only to URLs, and is limited like a server's list")
  func listNobodyKnows() throws {
    let text = "#EXTM3U\na.mp3\n/etc/passwd\nfile:///etc/passwd\nhttp://192.168.0.1/a.mp3\n"
    let list = try PlaylistReader().read(Array(text.utf8), at: nil)
    #expect(list.places == ["file:///etc/passwd", "http://192.168.0.1/a.mp3"])
    let tracks = list.items().compactMap { $0.track as? URLTrack }
    #expect(throws: PlayerError.self) { try tracks[0].mediaSource() }
    #expect(try tracks[1].mediaSource().reach == .publicAlone)
    let own = list.items(isFromPublicServer: false).compactMap { $0.track as? URLTrack }
    #expect(try own[1].mediaSource().reach == nil)
    let many = "#EXTM3U\n" + String(repeating: "http://a.example/\n", count: 1_001)
    #expect(try PlaylistReader().read(Array(many.utf8), at: nil).isTruncated)
  }

  @Test("A list at a public address leads only to public ones, also after it was stored")
  func listPublicAddress() throws {
    let list = try read("#EXTM3U\n#EXTINF:1\nhttp://192.168.0.1/a\n#EXTINF:1\nhttp://10.0.0.1/b\n")
    for (isPublic, reach) in [(true, MediaSource.Reach.publicAlone), (false, nil)] {
      for item in list.items(isFromPublicServer: isPublic) {
        let track = try #require(item.track as? URLTrack)
        #expect(try track.mediaSource().reach == reach)
        let kept = try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(track))
        #expect(try kept.mediaSource().reach == reach)
      }
    }
  }

  @Test("A CUE sheet is an album whose name reveals nothing of its address")
  func cueSheetAlbum() throws {
    let sheet = "FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:01:00\n"
    let id = try read(sheet, at: "http://u:secret@a.example/x.cue?token=secret").items()
      .first?.track.metadata.albumID
    let other = try read(sheet, at: "http://a.example/y.cue").items().first?.track.metadata.albumID
    #expect(id != nil && id != other)
    #expect(id?.contains("secret") == false && id?.contains("example") == false)
  }

  @Test("Several tracks of a list with a title are a section, and keep their pictures")
  func severalTracksList() throws {
    let text = "#EXTM3U\n#PLAYLIST:Evening\n#EXTINF:1,A\n#EXTIMG:cover.png\na.mp3\n"
    let items = try read(text + "#EXTINF:1,B\n#EXTIMG:file:///etc/x\nb.mp3\n").items()
    #expect(items.map(\.section?.title) == ["Evening", "Evening"])
    #expect(Set(items.map(\.section?.id)).count == 1)
    let tracks = items.compactMap { $0.track as? URLTrack }
    #expect(
      tracks.map { $0.metadata.artwork?.url(atLeast: 1)?.absoluteString }
        == ["http://radio.example/lists/cover.png", nil]
    )
    let kept = try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(tracks[0]))
    #expect(kept == tracks[0])
    #expect(try read(text).items().first?.section == nil)
  }

  @Test("A local list leads to files beside it, and a server's list does not")
  func localListLeads() throws {
    let text = "#EXTM3U\nsub/a.mp3\n../b.mp3\n/c.mp3\nfile:///d%20d.mp3\nx\\e.mp3\n"
    #expect(
      try read(text, at: "/music/lists/l.m3u").places == [
        "/music/lists/sub/a.mp3", "/music/b.mp3", "/c.mp3", "/d d.mp3", "/music/lists/x/e.mp3",
      ]
    )
    let remote = try read(text)
    #expect(
      remote.places.filter { !$0.hasPrefix("http://radio.example/") } == ["file:///d%20d.mp3"]
    )
    let tracks = remote.items().compactMap { $0.track as? URLTrack }
    #expect(throws: PlayerError.self) { try tracks[3].mediaSource() }
    let stored = try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(tracks[3]))
    do throws(PlayerError) {
      _ = try stored.mediaSource()
      Issue.record("A file can be played.")
    } catch {
      #expect(error.code == .blockedURL)
    }
    let based = """
      <playlist xmlns="http://xspf.org/ns/0/" xml:base="file:///etc/"><trackList><track>
      <location>passwd</location></track></trackList></playlist>
      """
    #expect(try read(based).places == ["http://radio.example/lists/passwd"])
  }
}

extension Playlist {
  func located(at address: String) -> Playlist {
    var list = self
    list.location = URL(string: address).map { .url($0) }
    return list
  }
}
