import Foundation

/// Writes videos, playlists, and channels like YouTube, with the requested parts only.
struct YouTubeWriter: Sendable {
  let catalog: InventedCatalog
  let request: SimulatedRequest
  let parts: Set<String>

  func video(_ index: Int) -> JSON {
    let state = YouTubeVideoState(ofVideo: index)
    let seconds = catalog.recordings[index].durationInMillis / 1_000
    let live: JSON? =
      switch state {
      case .live: ["actualStartTime": "2026-01-05T18:00:00Z"]
      case .upcoming: ["scheduledStartTime": "2031-01-05T18:00:00Z"]
      default: nil
      }
    let isTimed = state != .live && state != .upcoming
    return resource(
      "video",
      .string(YouTubeIDs.video(index)),
      [
        "snippet": snippet(ofVideo: index),
        "contentDetails": [
          "duration": .string(isTimed ? Self.duration(seconds) : "P0D"), "dimension": "2d",
          "definition": "hd", "caption": "false", "licensedContent": true,
          "regionRestriction": state == .regionBlocked ? ["blocked": ["DE"]] : nil,
          "contentRating": [:], "projection": "rectangular",
        ],
        "status": [
          "uploadStatus": "processed", "privacyStatus": "public", "license": "youtube",
          "embeddable": .bool(state != .embeddingDisabled), "publicStatsViewable": true,
          "madeForKids": false,
        ],
        "liveStreamingDetails": live,
      ]
    )
  }

  func playlist(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    return resource(
      "playlist",
      .string(YouTubeIDs.playlist(index)),
      [
        "snippet": snippet(playlist.name, owner: playlist.curatorName, .playlist, index),
        "contentDetails": ["itemCount": .number(playlist.tracks.songs.count)],
      ]
    )
  }

  func channel(_ index: Int) -> JSON {
    var snippet = snippet(catalog.artists[index].name.text, owner: nil, .artist, index)
    snippet["customUrl"] = .string(YouTubeIDs.handle(index))
    return resource(
      "channel",
      .string(YouTubeIDs.channel(index)),
      [
        "snippet": snippet,
        "contentDetails": [
          "relatedPlaylists": ["likes": "", "uploads": .string(YouTubeIDs.uploads(index))]
        ],
      ]
    )
  }

  /// A place in a playlist. A deleted video keeps its place.
  func playlistItem(_ index: Int) -> JSON {
    let state = YouTubeVideoState(ofVideo: index)
    let id = JSON.string(YouTubeIDs.video(index))
    var snippet: JSON =
      switch state {
      case .deleted: ["title": "Deleted video", "description": "", "thumbnails": [:]]
      case .isPrivate: ["title": "Private video", "description": "", "thumbnails": [:]]
      default: self.snippet(ofVideo: index)
      }
    snippet["resourceId"] = ["kind": "youtube#video", "videoId": id]
    let published: JSON? = state.isGone ? nil : "2021-03-05T12:00:00Z"
    return resource(
      "playlistItem",
      .string("UEw" + index.padded(12)),
      [
        "snippet": snippet,
        "contentDetails": ["videoId": id, "videoPublishedAt": published],
      ]
    )
  }

  // MARK: - Results of searches

  func videoResult(_ index: Int) -> JSON {
    let id: JSON = ["kind": "youtube#video", "videoId": .string(YouTubeIDs.video(index))]
    return result(id, snippet(ofVideo: index))
  }

  func playlistResult(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    return result(
      ["kind": "youtube#playlist", "playlistId": .string(YouTubeIDs.playlist(index))],
      snippet(playlist.name, owner: playlist.curatorName, .playlist, index)
    )
  }

  func channelResult(_ index: Int) -> JSON {
    let name = catalog.artists[index].name.text
    return result(
      ["kind": "youtube#channel", "channelId": .string(YouTubeIDs.channel(index))],
      snippet(name, owner: name, .artist, index)
    )
  }

  /// A result, whose texts are escaped for HTML, unlike those of the other endpoints.
  private func result(_ id: JSON, _ snippet: JSON) -> JSON {
    var escaped = snippet
    escaped["categoryId"] = nil
    for name in ["title", "channelTitle"] {
      escaped[name] = .string(snippet[name]?.text.map(Self.escaped))
    }
    return resource("searchResult", id, ["snippet": escaped])
  }

  // MARK: - Parts

  private func resource(_ kind: String, _ id: JSON, _ contents: JSON) -> JSON {
    let head: JSON = ["kind": .string("youtube#" + kind), "etag": "e", "id": id]
    return head + contents.only(parts)
  }

  /// Some videos are of an artist's own channel and have a plain title, and others name the artist
  /// in the title.
  private func snippet(ofVideo index: Int) -> JSON {
    let recording = catalog.recordings[index]
    let artist = catalog.artists[recording.artist].name.text
    let isTopic = index % 3 == 0
    let name = recording.title.text
    let title = isTopic ? name : "\(artist) - \(name) (Official Video)"
    var snippet = snippet(title, owner: isTopic ? artist + " - Topic" : artist, .musicVideo, index)
    snippet["categoryId"] = "10"
    snippet["channelId"] = .string(YouTubeIDs.channel(recording.artist))
    snippet["liveBroadcastContent"] =
      switch YouTubeVideoState(ofVideo: index) {
      case .live: "live"
      case .upcoming: "upcoming"
      default: "none"
      }
    return snippet
  }

  private func snippet(
    _ title: String,
    owner: String?,
    _ picture: ArtworkKind,
    _ index: Int
  ) -> JSON {
    let artwork = catalog.artwork(picture, index)
    let sizes = [("default", 120), ("medium", 320), ("high", 480)]
    let thumbnails = sizes.map { name, width -> (name: String, value: JSON) in
      let url = JSON.string(artwork.url(base: request.mediaBase, size: width))
      return (
        name: name,
        value: ["url": url, "width": .number(width), "height": .number(width * 9 / 16)]
      )
    }
    return [
      "publishedAt": "2021-03-05T12:00:00Z", "title": .string(title),
      "description": "An invented description.", "channelTitle": .string(owner),
      "thumbnails": .object(thumbnails),
    ]
  }

  /// `PT1H2M3S`, without the parts that are zero.
  static func duration(_ seconds: Int) -> String {
    let parts = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return "PT" + (text.isEmpty ? "0S" : text)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
