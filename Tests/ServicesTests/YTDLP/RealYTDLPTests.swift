import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitYTDLP

private let environment = ProcessInfo.processInfo.environment
private let tool = environment["YTDLP_TEST"]

/// The real yt-dlp with pages on loopback, and a plugin that fails as sites do. `make acceptance
/// WHAT=ytdlp` starts it.
@Suite(
  "The real yt-dlp",
  .tags(.local),
  .serialized,
  .enabled(if: tool != nil, "YTDLP_TEST is not set.")
)
struct RealYTDLPTests {
  private let root: String
  private let client: YTDLPClient

  init() throws {
    root = environment["YTDLP_TEST_PAGES"] ?? ""
    client = Self.client(YTDLPOptions(allowsPlugins: true), root)
  }

  private static func client(_ options: YTDLPOptions, _ root: String) -> YTDLPClient {
    YTDLPClient(
      executable: tool,
      options: options,
      environment: [
        "PATH": environment["PATH"] ?? "",
        "XDG_CONFIG_HOME": environment["YTDLP_TEST_CONFIG"] ?? "",
        // The plugin reads it.
        "no_proxy": root,
      ]
    )
  }

  private func track(_ page: String) throws -> YTDLPTrack {
    try YTDLPTrack(page: try #require(URL(string: page.hasPrefix("http") ? page : root + page)))
  }

  private func say(_ text: String) {
    FileHandle.standardOutput.write(Data("yt-dlp: \(text)\n".utf8))
  }

  private func url(_ source: MediaSource) -> String? {
    guard case .remote(let url) = source.location else { return nil }
    return url.absoluteString
  }

  @Test("finds the audio of a page, and media itself")
  func pages() async throws {
    say("version \(try await client.currentVersion())")
    let resolver = YTDLPResolver(client: client)
    for page in ["/page.html", "/tone.flac"] {
      let start = ContinuousClock.now
      let source = try await resolver.resolve(track(page))
      say("\(page) in \(ContinuousClock.now - start)")
      #expect(url(source) == root + "/tone.flac")
      #expect(source.headers["User-Agent"]?.isEmpty == false)
    }
    let metadata = try await YTDLPService(client: client).inspect(track("/page.html"))
    #expect(metadata.title?.hasPrefix("One Sound") == true)
  }

  @Test("finds the members of a page that has several")
  func lists() async throws {
    let resolver = YTDLPResolver(client: client)
    let page = try track("/two.html")
    let expansion = await #expect(throws: TrackExpansion.self) { try await resolver.resolve(page) }
    let tracks = try #require(expansion?.items.map(\.track))
    #expect(tracks.count == 2)
    for round in 0..<2 {
      for (track, name) in zip(tracks, ["/tone.flac", "/other.flac"]) {
        #expect(url(try await resolver.resolve(track)) == root + name)
        // The second time they are requested by their numbers.
        if round == 0 { resolver.forget(track, after: PlayerError(.forbidden, "")) }
      }
    }
  }

  @Test("reports a site's data: header fields, cookies, formats, expiration, chapters")
  func media() async throws {
    let source = try await YTDLPResolver(client: client).resolve(
      track("https://probe.example/good")
    )
    #expect(url(source)?.hasPrefix(root + "/tone.flac?expire=4000000000") == true)
    #expect(source.headers["Referer"] == "https://probe.example/")
    #expect(source.headers["X-Probe"] == "yes")
    #expect(source.headers["Cookie"] == "probe=a b")
    #expect(source.reach == .publicAlone)
    let found = try await client.find(track("https://probe.example/good"))
    guard case .media(let media) = found else { return }
    #expect(media.metadata.artist == "A Band")
    #expect(media.metadata.chapters.map(\.title) == ["One"])
    #expect(media.metadata.artwork != nil)
    #expect(media.formatID == "m4a-1")
    #expect(media.address.expiration == Date(timeIntervalSince1970: 4_000_000_000))
    let renewed = try await client.answer(
      track("https://probe.example/good"),
      formatID: media.formatID
    )
    #expect(renewed.formatID == "m4a-1")
  }

  @Test("fails with a specific error, with its version")
  func errors() async throws {
    let cases: [(String, YTDLPError.Code)] = [
      ("/status/404", .httpError), ("/status/403", .httpError), ("/status/429", .rateLimited),
      ("/status/503", .httpError), ("/plain.html", .unknownPage),
      ("http://127.0.0.1:9/", .unreachable), ("https://probe.example/private", .isPrivate),
      ("https://probe.example/geo", .otherCountry),
      ("https://probe.example/login", .signInRequired), ("https://probe.example/drm", .encrypted),
      ("https://probe.example/no-formats", .noFormat), ("https://probe.example/dash", .noFormat),
      ("https://probe.example/bug", .outdated), ("https://probe.example/crash", .other),
      ("https://probe.example/removed", .unavailable),
      ("https://probe.example/age", .ageRestricted), ("https://probe.example/bot", .takenForRobot),
      ("https://probe.example/soon", .notYet), ("https://probe.example/members", .membersOnly),
      ("https://probe.example/limit", .rateLimited), ("https://probe.example/offline", .notYet),
    ]
    for (page, reason) in cases {
      let error = await #expect(throws: YTDLPError.self, "\(page)") {
        try await client.answer(track(page))
      }
      #expect(error?.code == reason, "\(page): \(error?.description ?? "")")
      #expect(error?.version?.hasPrefix("20") == true)
    }
    say("\(cases.count) errors told")
  }

  @Test("runs no plugin and opens no unknown site, unless that is allowed")
  func excluded() async throws {
    let plain = Self.client(YTDLPOptions(), root)
    let error = await #expect(throws: YTDLPError.self) {
      try await plain.answer(track("https://probe.example/good"))
    }
    #expect(error?.code != .excluded)
    let strict = Self.client(YTDLPOptions(readsUnknownSites: false), root)
    let refused = await #expect(throws: YTDLPError.self) {
      try await strict.answer(track("/page.html"))
    }
    #expect(refused?.code == .excluded)
  }

  @Test("knows the extractors that are named for known sites")
  func extractors() async throws {
    for site in KnownSite.allCases {
      let program = Program(
        path: try #require(tool),
        arguments: ["--ignore-config", "--use-extractors", site.extractors, "-J", "--", "x"],
        environment: ["PATH": environment["PATH"] ?? ""]
      )
      let outcome = try await SystemRunner(most: 1).run(program, limits: RunLimits())
      // An unknown pattern is a usage error.
      #expect(outcome.end == .exited(1), "\(site)")
    }
    for page in [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ",
      "https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
      "https://www.youtube.com/@band/videos", "https://soundcloud.com/band/song",
      "https://soundcloud.com/band/sets/album", "https://band.bandcamp.com/track/song",
      "https://band.bandcamp.com/album/first", "https://band.bandcamp.com/music",
      "https://www.mixcloud.com/dj/a-mix/", "https://vimeo.com/76979871",
      "https://archive.org/details/gd77-05-08",
    ] {
      var question = YTDLPQuestion(subject: page)
      question.extractors = KnownSite(try #require(URL(string: page)))?.extractors
      // There is no network behind this proxy.
      let program = Program(
        path: try #require(tool),
        arguments: ["--proxy", "http://127.0.0.1:9", "--extractor-retries", "0"]
          + YTDLPOptions().arguments(for: question),
        environment: ["PATH": environment["PATH"] ?? ""],
        input: question.input
      )
      let outcome = try await SystemRunner(most: 1).run(program, limits: RunLimits())
      let error = #expect(throws: YTDLPError.self) { try YTDLPClient.info(outcome) }
      #expect(error?.code == .unreachable, "\(page): \(error?.description ?? "")")
    }
  }

  @Test(
    "chooses the expected format of recorded answers",
    .enabled(
      if: environment["PLAYERKIT_RECORDED_MORE"] != nil,
      "PLAYERKIT_RECORDED_MORE is not set."
    )
  )
  func recorded() async throws {
    let folder = try #require(environment["PLAYERKIT_RECORDED_MORE"]) + "/ytdlp/"
    for (name, format, ending) in [
      ("youtube_video_2024", "251", "webm"), ("soundcloud_track_2023", "http_mp3_128", "mp3"),
      ("generic_hls_master", "128", "mp4"), ("generic_direct_mp3", "mpeg", "mp3"),
    ] {
      let start = ContinuousClock.now
      let program = Program(
        path: try #require(tool),
        arguments: [
          "--ignore-config", "--no-plugin-dirs", "--no-cache-dir", "--load-info-json",
          folder + name + ".json", "-f", YTDLPOptions.format, "-J",
        ],
        environment: ["PATH": environment["PATH"] ?? ""]
      )
      let outcome = try await SystemRunner(most: 1).run(program, limits: RunLimits())
      let info = try YTDLPClient.info(outcome)
      say("\(name): \(info.formatID ?? "?") in \(ContinuousClock.now - start)")
      #expect(info.formatID == format)
      let media = try YTDLPMedia(info, now: .distantPast)
      #expect(["http", "https"].contains(media.address.url.scheme), "\(ending)")
    }
  }

  @Test("leaves no process after 100 that were cancelled")
  func cancelled() async throws {
    for round in 0..<100 {
      let task = Task { try await client.answer(track("/hang")) }
      // At many moments of its life. It requests the page after about a second.
      try await Task.sleep(for: .milliseconds(round % 10 == 0 ? 1_500 : 10 * (round % 30)))
      task.cancel()
      _ = try? await task.value
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { id in
      guard Int(id) != nil, let name = try? Data(contentsOf: URL(filePath: "/proc/\(id)/cmdline"))
      else { return false }
      return String(decoding: name, as: UTF8.self).contains(root + "/hang")
    }
    say("\(left.count) processes left after 100 cancels")
    #expect(left.isEmpty)
  }
}
