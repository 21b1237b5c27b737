import Foundation

@testable import PlayerKit
@testable import PlayerKitAppleMusic
@testable import PlayerKitDeezer
@testable import PlayerKitITunes
@testable import PlayerKitInternetArchive
@testable import PlayerKitMusicBrainz
@testable import PlayerKitPodcasts
@testable import PlayerKitRadio
@testable import PlayerKitServices
@testable import PlayerKitSoundCloud
@testable import PlayerKitSpotify
@testable import PlayerKitSubsonic
@testable import PlayerKitSystem
@testable import PlayerKitYTDLP
@testable import PlayerKitYouTube

private let recognizers = LinkRecognizers([
  SpotifyLinks(), DeezerLinks(), AppleMusicLinks(), SoundCloudLinks(), SubsonicLinks(),
  InternetArchiveLinks(), PodcastLinks(), RadioLinks(), YouTubeLinks(), YTDLPLinks(),
])

extension FuzzTarget {
  static let services = [
    FuzzTarget(
      name: "json",
      words: [
        "\"id\":", "\"title\":", "\"name\":", "\"duration\":", "\"data\":[", "\"items\":[",
        "\"next\":",
        "\"total\":", "\"attributes\":{", "\"relationships\":{", "\"type\":\"songs\"",
        "\"artists\":[{",
        "\"subsonic-response\":{", "null", "1e308", "-0", "99999999999999999999", "\\ud800",
      ],
      samples: [
        "{\"id\":3135556,\"title\":\"T\",\"duration\":\"224\",\"artist\":{\"id\":1,\"name\":\"A\"}}",
        "{\"data\":[{\"id\":\"1\",\"type\":\"songs\",\"attributes\":{\"name\":\"T\"}}],\"next\":\"/v1/x\"}",
        "{\"tracks\":{\"items\":[{\"id\":\"a\",\"name\":\"T\",\"artists\":[{\"name\":\"A\"}]}],\"total\":1}}",
        "{\"subsonic-response\":{\"status\":\"ok\",\"version\":\"1.16.1\",\"song\":{\"id\":\"1\"}}}",
        "{\"metadata\":{\"identifier\":\"x\"},\"files\":[{\"name\":\"a.mp3\",\"length\":\"12:34\"}]}",
      ],
      fixtures: ["json"]
    ) { bytes in
      let data = Data(bytes)
      // A decoder's recursion is bounded by JSONDecoder itself.
      again(JSONValue.self, data)
      again(Deezer.Track.self, data)
      again(Deezer.Album.self, data)
      again(Deezer.Playlist.self, data)
      again(Deezer.List<Deezer.Track>.self, data)
      again(Spotify.Track.self, data)
      again(Spotify.Album.self, data)
      again(Spotify.Episode.self, data)
      again(Spotify.SearchResults.self, data)
      again(Spotify.PlaybackState.self, data)
      again(Spotify.Page<Spotify.Track>.self, data)
      again(SoundCloud.Track.self, data)
      again(SoundCloud.Playlist.self, data)
      again(Subsonic.Document.self, data)
      again(AppleMusic.Song.self, data)
      again(AppleMusic.Item.self, data)
      again(AppleMusic.Collection<AppleMusic.Album>.self, data)
      again(InternetArchive.Item.self, data)
      again(InternetArchive.Summary.self, data)
      again(RadioBrowser.Station.self, data)
      again(YTDLP.Info.self, data)
      again(YouTube.Video.self, data)
      again(YouTube.List<YouTube.SearchResult>.self, data)
      _ = try? JSONDecoder().decode(ITunes.Results.self, from: data)
      _ = try? JSONDecoder().decode(ITunes.Chart.self, from: data)
      _ = try? JSONDecoder().decode(SoundCloud.Streams.self, from: data)
      _ = try? JSONDecoder().decode(MusicBrainz.Recording.self, from: data)
      _ = JSONDepth.isBounded(bytes)
    },
    FuzzTarget(
      name: "links",
      words: [
        "https://", "open.spotify.com/track/", "spotify:track:", "music.apple.com/us/album/", "?i=",
        "deezer.com/track/", "soundcloud.com/", "archive.org/details/", "file:///", "%2F", "%00",
        "#",
        "intl-de/", "radio:", "feed:", "../", "\u{65E5}", ":443", "@", "subsonic:",
      ],
      samples: [
        "https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=x",
        "https://music.apple.com/us/album/x/1440857781?i=1440857907",
        "https://www.deezer.com/track/3135556",
        "https://archive.org/details/gd1977-05-08", "https://soundcloud.com/a/b", "~/Music/a.mp3",
        "spotify:album:4aawyAB9vmqN3uQ7FjRGTy",
      ]
    ) { bytes in
      let reference = MusicReference(text(bytes), recognizers: recognizers)
      if case .link(let link) = reference, let url = link.canonicalURL(by: recognizers) {
        let again = MusicReference(url.absoluteString, recognizers: recognizers)
        require(again == reference, "\(url) leads to \(again), not \(reference)")
      }
      if case .unrecognized(let unrecognized) = reference, bytes.count > 8 {
        require(!"\(unrecognized)".contains(text(bytes)), "a description shows no text")
      }
    },
    FuzzTarget(
      name: "addresses",
      words: [
        "http://", "[::1]", "127.0.0.1", "localhost", "xn--", "%25", "\u{FF0E}", "0x7f.1", "?", "#",
        "@", ":", "..", "file://", "\\",
      ],
      samples: ["http://user@b\u{FC}cher.example:80/a b?c=d#e", "::ffff:10.0.0.1", "file:///a%2Fb"]
    ) { bytes in
      let text = text(bytes)
      let base = URL(string: "https://example.com/a/b?c")
      for url in [WebAddress.url(text), WebAddress.url(text, relativeTo: base)] {
        guard let url else { continue }
        require(
          WebAddress.url(url.absoluteString)?.absoluteString == url.absoluteString,
          "\(url) stays"
        )
        _ = FileName.path(of: url)
      }
      _ = IPAddress(text)
      _ = IPAddress.mayBePublic(host: text)
      _ = FileName.path(ofAddress: text)
      let name = FileName.text(bytes)
      require(FileName.bytes(name) == bytes, "a file's name keeps its bytes")
      require(FileName.isUTF8(FileName.shown(name)), "a name is shown in UTF-8")
    },
    FuzzTarget(
      name: "titles",
      words: [
        " (feat. ", " [Remastered 2011]", " - Live", " & ", ", ", " x ", "(Radio Edit)", "Pt. 2",
        "\u{301}",
        "\u{65E5}\u{672C}", "\u{2019}", "vs.", "the ",
      ],
      samples: [
        "Song (feat. B & C) - Remastered 2011", "A, B & C feat. D",
        "\u{41F}\u{435}\u{441}\u{43D}\u{44F} No. 5",
      ]
    ) { bytes in
      let text = text(bytes.prefix(4_096))
      _ = TitleReader(text)
      _ = ArtistCredit([text])
      _ = FoldedText(text)
      if let date = PartialDate(text) {
        require(PartialDate("\(date)") == date, "a written date is read again")
      }
    },
  ]
}

/// Decodes a value, encodes it, and decodes it again.
private func again<Value: Codable & Equatable>(_ type: Value.Type, _ data: Data) {
  guard let value = try? JSONDecoder().decode(type, from: data) else { return }
  guard let written = try? JSONEncoder().encode(value) else { return }
  let read = try? JSONDecoder().decode(type, from: written)
  require(read == value, "a written \(type) is read again")
}
