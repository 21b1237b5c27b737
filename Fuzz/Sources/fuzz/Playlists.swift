import Foundation

@testable import PlayerKit
@testable import PlayerKitInspection
@testable import PlayerKitMedia
@testable import PlayerKitPlaylists

extension FuzzTarget {
  static let playlists = [
    FuzzTarget(
      name: "m3u",
      words: [
        "#EXTM3U", "#EXTINF:", "#EXTVLCOPT:", "#PLAYLIST:", "#EXTART:", "#EXTALB:", "#EXTIMG:",
        "start-time=", "stop-time=", "http-user-agent=", "tvg-logo=\"", "http://", "file:///",
        "../",
        "\u{FEFF}", "\\", "%2F", "#EXT-X-",
      ],
      samples: [
        "#EXTM3U\n#PLAYLIST:One\n#EXTART:Someone\n#EXTINF:12,Someone - Song\nsongs/a.mp3\n",
        "#EXTM3U\n#EXTVLCOPT:start-time=1.5\n#EXTVLCOPT:stop-time=9\nhttp://a.example/x?y=%20z\n",
        "C:\\Music\\a.mp3\r\n../b.ogg\r\n",
      ]
    ) { readPlaylist($0, name: "list.m3u") },
    FuzzTarget(
      name: "pls",
      words: [
        "[playlist]", "File1=", "Title1=", "Length1=", "NumberOfEntries=", "Version=2", "-1",
      ],
      samples: ["[playlist]\nFile1=http://a.example/\nTitle1=A\nLength1=-1\nFile2=b.mp3\n"]
    ) { readPlaylist($0, name: "list.pls") },
    FuzzTarget(
      name: "xspf",
      words: [
        "<playlist", "xmlns=\"http://xspf.org/ns/0/\"", "<trackList>", "<track>", "<location>",
        "<title>", "<creator>", "<duration>", "xml:base=\"", "<![CDATA[", "]]>", "&amp;", "&#x0;",
        "<!DOCTYPE", "<!--", "-->", "</",
      ],
      samples: [
        """
        <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="x/">
        <title>T</title><trackList><track><location>a.mp3</location><title>A &amp; B</title>
        <creator>C</creator><duration>1200</duration></track></trackList></playlist>
        """
      ]
    ) { readPlaylist($0, name: "list.xspf") },
    FuzzTarget(
      name: "asx",
      words: ["<asx", "<entry>", "<ref href=\"", "<title>", "<param", "[Reference]", "Ref1=", "&"],
      samples: [
        "<ASX version=\"3\"><Entry><Title>A</Title><Ref href=\"mms://a.example/x\"/></Entry></ASX>",
        "[Reference]\nRef1=http://a.example/x\nRef2=http://a.example/y\n",
      ]
    ) { readPlaylist($0, name: "list.asx") },
    FuzzTarget(
      name: "wpl",
      words: ["<?wpl", "<smil>", "<seq>", "<media src=\"", "<head>", "<title>", "/>"],
      samples: [
        "<?wpl version=\"1.0\"?><smil><head><title>T</title></head><body><seq>"
          + "<media src=\"..\\a.mp3\"/></seq></body></smil>"
      ]
    ) { readPlaylist($0, name: "list.wpl") },
    FuzzTarget(
      name: "cue",
      words: [
        "FILE \"", "TRACK 01 AUDIO", "INDEX 01 ", "TITLE \"", "PERFORMER \"", "REM DATE ", "WAVE",
        "PREGAP", "00:00:00", "99:59:74",
      ],
      samples: [
        "PERFORMER \"P\"\nTITLE \"T\"\nFILE \"a.flac\" WAVE\n  TRACK 01 AUDIO\n    TITLE \"One\"\n"
          + "    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 00 03:10:00\n    INDEX 01 03:12:10\n"
      ]
    ) { bytes in
      readPlaylist(bytes, name: "list.cue")
      _ = CueSheet.chapters(bytes, of: "/a/a.flac")
    },
    FuzzTarget(name: "charset", samples: ["caf\u{E9}", "\u{FEFF}\u{65E5}\u{672C}"]) { bytes in
      let decoded = TextEncoding.decode(bytes)
      require(decoded.utf8.count <= bytes.count * 4 + 16, "a decoded text has a bounded size")
      _ = TextEncoding.repaired(decoded)
      _ = StationText.clean(StationText.decode(bytes))
    },
    FuzzTarget(
      name: "hls",
      words: [
        "#EXTM3U", "#EXT-X-STREAM-INF:", "#EXT-X-MEDIA:", "#EXT-X-TARGETDURATION:", "#EXTINF:",
        "#EXT-X-BYTERANGE:", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x", "#EXT-X-MAP:URI=\"i\"",
        "#EXT-X-MEDIA-SEQUENCE:", "#EXT-X-DISCONTINUITY", "#EXT-X-ENDLIST", "#EXT-X-DEFINE:NAME=\"",
        "{$", "#EXT-X-SKIP:SKIPPED-SEGMENTS=", "#EXT-X-PROGRAM-DATE-TIME:",
        "#EXT-X-START:TIME-OFFSET=",
        "#EXT-X-GAP", "#EXT-X-PART:", "9223372036854775807", "1e308", "BANDWIDTH=",
        "CODECS=\"mp4a\"",
      ],
      samples: [
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\",AUDIO=\"a\"\nlow.m3u8\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-MAP:URI=\"i\"\n"
          + "#EXTINF:9.9,T\n#EXT-X-BYTERANGE:10@5\na.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:3\nb\n",
      ],
      fixtures: ["m3u8"]
    ) { bytes in
      guard let base = URL(string: "https://example.com/radio/list.m3u8") else { return }
      let list = try? HLSParser.parse(bytes, from: base)
      guard !bytes.contains(0x0D) else { return }
      let windows = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      require((try? HLSParser.parse(windows, from: base)) == list, "line ends do not matter")
    },
  ]
}

private func readPlaylist(_ bytes: [UInt8], name: String) {
  if let remote = URL(string: "https://example.com/lists/\(name)"),
    let list = try? PlaylistReader().read(bytes, at: .url(remote))
  {
    let places = list.entries.flatMap { [$0.location] + $0.alternatives }
    require(places.allSatisfy(isRemote), "the list of a server leads to no local file")
    require(list.entries.count <= PlaylistLimits.server.entries, "the number of entries is limited")
  }
  let place = PlaylistLocation.path("/music/lists/\(name)")
  guard let list = try? PlaylistReader().read(bytes, at: place) else { return }
  _ = list.items(isFromPublicServer: false)
  for format in [PlaylistFormat.m3u, .pls, .xspf] {
    guard let writer = try? PlaylistWriter(format) else { continue }
    let written = Array(writer.text(of: list).utf8)
    let again = try? PlaylistReader().read(written, at: .path("/music/lists/l.\(format.rawValue)"))
    let count = list.entries.count
    require(again?.entries.count == count, "\(format) keeps the number of entries")
    for (old, new) in zip(list.entries, again?.entries ?? []) {
      require(old.location == new.location, "\(format) keeps \(old.location), not \(new.location)")
    }
  }
}

private func isRemote(_ location: PlaylistLocation) -> Bool {
  switch location {
  case .url: true
  case .path: false
  }
}
