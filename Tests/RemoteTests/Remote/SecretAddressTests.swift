import Foundation
import Logging
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

/// The address of the current track and of its picture is signed. No remote control may see that.
@Suite("Marked addresses and passwords in remote controls", .tags(.local), .timeLimit(.minutes(3)))
struct SecretAddressTests {
  private static let mark = "geheim"
  private let track: URLTrack
  private let picture: Artwork

  init() throws {
    let signed = "https://ann:geheim@example.com/a.mp3?token=geheim#geheim"
    picture = Artwork(try #require(URL(string: "https://example.com/a.jpg?signature=geheim")))
    var metadata = TrackMetadata(title: "Title")
    metadata.artwork = picture
    track = URLTrack(url: try #require(URL(string: signed)), metadata: metadata)
  }

  @Test("MPD's answers show none, before and after playback starts")
  func mpd() async throws {
    let bench = MPDBench(tracks: [])
    bench.queue.append([track, track])
    let questions = [
      "status", "currentsong", "playlist", "playlistinfo", "playlistid", "plchanges 0",
      "playlistfind any Title", "playlistsearch any t", "listallinfo", "lsinfo", "stats", "outputs",
      "readcomments entry/1", "readpicture entry/1 0", "albumart entry/1 0", "addid entry/1",
      "save list", "listplaylists", "listplaylist list", "listplaylistinfo list", "urlhandlers",
    ]
    for _ in 0..<2 {
      for question in questions {
        let answer = try await bench.ask(question)
        #expect(!answer.joined(separator: "\n").contains(Self.mark), "\(question): \(answer)")
      }
      _ = try await bench.ask("play")
    }
    #expect(bench.queue.playback.wantsToPlay)
  }

  @Test("a wrong password, or the right one, is neither answered nor logged")
  func password() async throws {
    let lines = Recorded<String>()
    var configuration = MPDServer.Configuration(password: "geheim-right")
    configuration.logger = Logger(label: "test") { _ in NotedLog(lines) }
    let bench = MPDBench(configuration: configuration)
    for guess in ["geheim-wrong", "geheim-right"] {
      let answer = try await bench.ask("password \(guess)")
      #expect(!answer.joined().contains(Self.mark))
      bench.clock.advance(by: .seconds(60))
    }
    #expect(!lines.elements.isEmpty)
    #expect(!lines.elements.joined().contains(Self.mark))
  }

  @Test("the page's messages show none")
  func web() async throws {
    let bench = MPDBench(tracks: [])
    bench.queue.append([track, track])
    let hub = WebSessions(
      RemoteContext(queue: bench.queue, services: MusicServices([]), artwork: ArtworkLoader()),
      clock: bench.clock
    )
    for _ in 0..<2 {
      var memory = WebLyricsCache()
      let snapshot = WebSnapshot(bench.queue.status, version: 1, memory: &memory)
      let messages = [
        WebMessage.state(snapshot.state), .window(hub.window(1, 0..<10)),
      ]
      for message in messages {
        #expect(!String(decoding: message.json, as: UTF8.self).contains(Self.mark))
      }
      bench.queue.play()
    }
    #expect(bench.queue.playback.wantsToPlay)
  }

  @Test("a queue's descriptions and events show none")
  func descriptions() async throws {
    let bench = MPDBench(tracks: [])
    let seen = Recorded<String>()
    let notes = EventNotes(seen)
    bench.queue.addSendableObserver(notes, positionInterval: nil)
    bench.queue.append([track])
    bench.queue.play()
    await bench.queue.events.delivered()
    // A dump shows all fields, also addresses.
    let values: [Any] = [track, bench.queue.status, bench.queue.status.playback]
    for value in values { #expect(!"\(value)".contains(Self.mark)) }
    #expect(!seen.elements.isEmpty)
    #expect(!seen.elements.joined().contains(Self.mark))
    bench.queue.removeObserver(notes)
  }
}

/// Notes how events are described.
private final class EventNotes: QueuePlayerObserver, Sendable {
  private let lines: Recorded<String>

  init(_ lines: Recorded<String>) { self.lines = lines }

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    lines.append("\(event) \(String(reflecting: event))")
  }
}
