import Foundation
import PlayerKit

/// A message to a page.
enum PageCommand: Sendable, Equatable {
  case welcome(server: String, PageRole, ping: Duration, grace: Duration)
  case role(PageRole)
  case load(PageLoadCommand)
  case play
  case pause
  case seek(Duration)
  case measure
  case volume(Double, isMuted: Bool)
  case rate(Double)
  case stop
  case ping
  /// The answer to a request for a token; `nil` if there is none.
  case token(answerTo: Int, PageTokenKind, String?)
  /// The answer to a request to start an item on the page's device; `nil` for success.
  case started(answerTo: Int, PageFailure.Code?)
  case signInToAppleMusic
}

/// The role of a page.
enum PageRole: String, Sendable, Equatable {
  /// It plays.
  case player
  /// It waits: another page plays.
  case standby
}

struct PageLoadCommand: Sendable, Equatable {
  var item: PageItem
  var position: Duration
  var isPlaying: Bool
  var settings: OutputSettings
  var track: PageTrackInfo
}

/// The metadata of a track that the page shows.
struct PageTrackInfo: Sendable, Equatable {
  var title: String?
  var artist: String?
  /// An https address.
  var artwork: String?
  var duration: Duration?
}

/// A command with its address.
struct PageEnvelope: Sendable, Equatable {
  var page: String
  var load: Int
  var sequence: Int
  var command: PageCommand
}

// MARK: - Writing

extension PageEnvelope {
  private struct Item: Encodable {
    var type: String
    var id: String?
    var uri: String?
    var url: String?
    var duration: Double?
  }

  private struct Fields: Encodable {
    var type = ""
    var page: String
    var load: Int
    var seq: Int
    var re: Int?
    var server: String?
    var role: String?
    var ping: Double?
    var grace: Double?
    var kind: String?
    var item: Item?
    var position: Double?
    var playing: Bool?
    var volume: Double?
    var muted: Bool?
    var rate: Double?
    var title: String?
    var artist: String?
    var artwork: String?
    var value: String?
    var ok: Bool?
    var code: String?
  }

  /// The message as JSON. Fields without a value are left out.
  var json: Data {
    var fields = Fields(page: page, load: load, seq: sequence)
    switch command {
    case .welcome(let server, let role, let ping, let grace):
      (fields.type, fields.server, fields.role) = ("welcome", server, role.rawValue)
      (fields.ping, fields.grace) = (ping / .seconds(1), grace / .seconds(1))
    case .role(let role): (fields.type, fields.role) = ("role", role.rawValue)
    case .load(let load): Self.write(load, to: &fields)
    case .play: fields.type = "play"
    case .pause: fields.type = "pause"
    case .seek(let position): (fields.type, fields.position) = ("seek", position / .seconds(1))
    case .measure: fields.type = "measure"
    case .volume(let volume, let isMuted):
      (fields.type, fields.volume, fields.muted) = ("volume", volume, isMuted)
    case .rate(let rate): (fields.type, fields.rate) = ("rate", rate)
    case .stop: fields.type = "stop"
    case .ping: fields.type = "ping"
    case .token(let answerTo, let kind, let value):
      (fields.type, fields.re, fields.kind) = ("token", answerTo, kind.rawValue)
      fields.value = value
    case .started(let answerTo, let code):
      (fields.type, fields.re, fields.ok) = ("started", answerTo, code == nil)
      fields.code = code?.rawValue
    case .signInToAppleMusic: (fields.type, fields.kind) = ("signIn", "apple")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // All numbers are finite, so encoding can't fail.
    return (try? encoder.encode(fields)) ?? Data("{}".utf8)
  }

  private static func write(_ load: PageLoadCommand, to fields: inout Fields) {
    (fields.type, fields.kind) = ("load", load.item.kind.rawValue)
    fields.item = item(load.item, load.track.duration)
    (fields.position, fields.playing) = (load.position / .seconds(1), load.isPlaying)
    (fields.volume, fields.muted) = (load.settings.volume, load.settings.isMuted)
    fields.rate = load.item.kind.hasRate ? load.settings.rate : 1
    (fields.title, fields.artist) = (load.track.title, load.track.artist)
    fields.artwork = load.track.artwork
  }

  private static func item(_ item: PageItem, _ duration: Duration?) -> Item {
    switch item {
    case .appleMusicSong(let id): Item(type: "song", id: id)
    case .appleMusicVideo(let id): Item(type: "musicVideo", id: id)
    case .youTubeVideo(let id): Item(type: "video", id: id)
    case .spotify(let id, let isEpisode):
      Item(
        type: isEpisode ? "episode" : "track",
        id: id,
        uri: "spotify:\(isEpisode ? "episode" : "track"):\(id)",
        duration: duration.map { $0 / .seconds(1) }
      )
    case .media(let url, let isVideo): Item(type: isVideo ? "video" : "audio", url: url)
    }
  }
}
