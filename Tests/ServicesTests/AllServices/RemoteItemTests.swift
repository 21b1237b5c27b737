import Foundation
import PlayerKit
import PlayerKitPodcasts
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import PlayerKitYTDLP
import TestSupport
import Testing

/// Untrusted names lead only to public addresses and to services of the app.
@Suite("An item from a remote control", .tags(.pure))
struct RemoteItemTests {
  private let network = StubTransport(answers: [])

  private var services: MusicServices {
    let setup = ServiceSetup(network: network)
    return MusicServices([
      SpotifyService(setup), PodcastService(setup),
      YTDLPService(setup, executable: "/nowhere/yt-dlp"),
    ])
  }

  private func code(
    of item: String,
    by reader: RemoteItemReader
  ) async -> PlayerError.Code? {
    do {
      _ = try await reader.items(for: item)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "is refused if it is a file, or on this network",
    arguments: [
      "/etc/passwd", "etc/passwd", "file:///etc/passwd", "FILE:///etc/passwd", "~/music",
      "http://127.0.0.1/a.mp3", "http://localhost/a.mp3", "http://192.168.1.1/a.mp3",
      "http://[::1]/a.mp3", "http://169.254.169.254/latest", "http://2130706433/a.mp3",
      "podcast:http://127.0.0.1:8000/feed", "http://10.0.0.1/feed.xml",
      "ytdlp:http://192.168.1.1/page", "ftp://a.example/a.mp3",
    ]
  )
  func refused(item: String) async {
    for reader in [
      RemoteItemReader(services: services), RemoteItemReader(services: MusicServices([])),
    ] {
      let code = await code(of: item, by: reader)
      // Without the service, its links are not recognized.
      #expect([.blockedURL, .invalidItem].contains(code), "\(item): \(code?.rawValue ?? "taken")")
    }
    #expect(network.calls.isEmpty)
  }

  @Test("is refused if it is empty or endless", arguments: ["", "   ", "http://", "a\0b"])
  func nothing(item: String) async {
    let reader = RemoteItemReader(services: MusicServices([]))
    #expect(await code(of: item, by: reader) != nil)
    let long = "https://a.example/" + String(repeating: "a", count: RemoteItemReader.longestItem)
    #expect(await code(of: long, by: reader) == .invalidItem)
  }

  @Test("leads only to public addresses, also after it was stored")
  func address() async throws {
    let reader = RemoteItemReader(services: MusicServices([]))
    let items = try await reader.items(for: "https://a.example/a.m3u8?token=1")
    let track = try #require(items.first?.track as? URLTrack)
    #expect(try track.mediaSource().reach == .publicAlone)
    let stored = try JSONDecoder().decode(URLTrack.self, from: JSONEncoder().encode(track))
    #expect(try stored.mediaSource().reach == .publicAlone)
    #expect(throws: PlayerError.self) {
      try URLTrack(untrusted: URL(filePath: "/etc/passwd")).mediaSource()
    }
  }

  @Test("is opened by yt-dlp without its generic extractor")
  func page() async throws {
    let reader = RemoteItemReader(services: services)
    let items = try await reader.items(for: "https://a.example/page")
    let track = try #require(items.first?.track as? PageTrack)
    #expect(!track.ytdlpTrack.readsUnknownSites)
    #expect(try track.mediaSource().reach == .publicAlone)
  }

  @Test("may be more if the app allows it")
  func allowed() async throws {
    var allowance = RemoteAccessPolicy()
    allowance.files = true
    allowance.privateAddresses = true
    let reader = RemoteItemReader(services: MusicServices([]), allowance: allowance)
    for item in ["/a.mp3", "file:///a.mp3"] {
      let track = try await reader.items(for: item).first?.track
      guard case .file("/a.mp3")? = try (track as? URLTrack)?.mediaSource().location else {
        Issue.record("\(item) is no file")
        continue
      }
    }
    #expect(await code(of: "a.mp3", by: reader) == .blockedURL)
    #expect(try await reader.items(for: "http://127.0.0.1/a.mp3").count == 1)
  }

  @Test(
    "opens a podcast feed of this network if private addresses are allowed, not if unknown sites are"
  )
  func podcastFeed() async throws {
    for isAllowed in [false, true] {
      var allowance = RemoteAccessPolicy()
      allowance.unknownSites = true
      allowance.privateAddresses = isAllowed
      let reader = RemoteItemReader(services: services, allowance: allowance)
      let code = await code(of: "podcast:http://127.0.0.1:8000/feed", by: reader)
      #expect((code == .blockedURL) == !isAllowed)
      #expect(network.calls.isEmpty == !isAllowed)
    }
  }

  @Test("is looked up at a service that the app added, and fails with its error")
  func service() async {
    let reader = RemoteItemReader(services: services)
    let code = await code(of: "spotify:album:4aawyAB9vmqN3uQ7FjRGTy", by: reader)
    #expect(code != nil && code != .blockedURL)
  }
}
