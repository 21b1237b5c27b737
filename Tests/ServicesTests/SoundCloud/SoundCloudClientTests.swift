import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSoundCloud
import PlayerKitTesting
import TestSupport
import Testing

@Suite("SoundCloud's client and the simulator", .tags(.local), .timeLimit(.minutes(3)))
struct SoundCloudClientTests {
  @Test("Searches find tracks, playlists and users, page by page")
  func searches() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let found = try await client.tracks("the", limit: 7)
      #expect(found.members.count == 7 && found.hasNextBatch)
      let next = try #require(try await found.nextBatch())
      #expect(next.members.count == 7)
      #expect(Set(found.members.map(\.urn)).isDisjoint(with: next.members.map(\.urn)))
      let pages = bench.simulator.requests.filter { $0.path == "/soundcloud/tracks" }
      #expect(pages.allSatisfy { $0.query.contains("limit=7") })
      #expect(pages.allSatisfy { $0.query.contains("linked_partitioning=true") })
      // Blocked tracks are omitted, unless they are requested.
      #expect(found.members.allSatisfy { $0.access != .blocked })
      let blocked = try await client.tracks("the", access: [.blocked])
      #expect(!blocked.members.isEmpty && blocked.members.allSatisfy { $0.access == .blocked })
      #expect(try await client.playlists("the").members.allSatisfy(\.isAlbum))
      let user = try #require(try await client.users("the").members.first)
      #expect(try await client.user(user.urn) == user)
      #expect(try await client.tracks(ofUser: user.urn).members.allSatisfy { $0.user == user })
    }
  }

  @Test("Pages, short names and lists lead to tracks")
  func tracksOfLinks() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let service = SoundCloudService(client: client)
      func tracks(_ text: String) async throws -> [SoundCloudTrack] {
        guard case .link(let link) = SoundCloudLinks().recognize(LinkParts(text)) else { return [] }
        return try await service.tracks(of: link).compactMap { $0 as? SoundCloudTrack }
      }
      let track = try #require(try await client.tracks("the").members.first)
      let page = try #require(track.permalinkUrl)
      #expect(try await tracks(page).map(\.urn) == [track.urn])
      #expect(try await tracks(track.id).map(\.urn) == [track.urn])
      let user = try #require(track.user)
      #expect(try await tracks(try #require(user.permalinkUrl)).contains { $0.urn == track.urn })
      #expect(!(try await tracks(try #require(user.permalinkUrl) + "/likes")).isEmpty)
      let album = try #require(try await client.playlists("the").members.first)
      let songs = try await tracks(try #require(album.permalinkUrl))
      #expect(songs.map(\.metadata.trackNumber) == songs.indices.map { $0 + 1 })
      #expect(songs.allSatisfy { $0.metadata.album == album.title })
      let missing = await codeThrown { _ = try await tracks("https://soundcloud.com/a/b-99999999") }
      #expect(missing == .notFound)
    }
  }

  @Test("An app without a user can't make a user's calls")
  func userAlone() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      #expect(await codeThrown { _ = try await client.me() } == .unauthorized)
      let user = try bench.client(bench.tokens(of: .user, OAuthMemoryTokenStore(bench.signedIn())))
      #expect(try await user.me().username != nil)
      #expect(!(try await user.myTracks().members.isEmpty))
      #expect(!(try await user.myPlaylists().members.isEmpty))
      #expect(!(try await user.myLikedPlaylists().members.isEmpty))
    }
  }

  @Test("A user likes a track, and removes the like")
  func likes() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client(
        bench.tokens(of: .user, OAuthMemoryTokenStore(bench.signedIn()))
      )
      let track = try #require(try await client.tracks("the", limit: 1).members.first)
      try await client.like(track.urn)
      #expect(try await client.myLikedTracks().members.first?.urn == track.urn)
      try await client.unlike(track.urn)
      #expect(try await client.myLikedTracks().members.contains { $0.urn == track.urn } == false)
      let user = try #require(track.user?.urn)
      #expect(await codeThrown { try await client.like(user) } == .invalidArgument)
    }
  }

  @Test("An expired token is renewed once, and one app token serves all its clients")
  func tokensEnd() async throws {
    try await SoundCloudBench.with { bench in
      let store = OAuthMemoryTokenStore()
      let client = try bench.client(bench.tokens(of: .app, store))
      _ = try await client.tracks("the", limit: 1)
      // Another process has the same store.
      _ = try await bench.client(bench.tokens(of: .app, store)).tracks("the", limit: 2)
      #expect(bench.count("/oauth/token") == 1)
      // Only the server notices that it has expired.
      bench.simulator.advance(by: .seconds(3_600))
      _ = try await client.tracks("the", limit: 3)
      #expect(bench.count("/oauth/token") == 2)
      bench.clock.advance(by: .seconds(3_590))
      _ = try await client.tracks("the", limit: 4)
      #expect(bench.count("/oauth/token") == 3)
    }
  }

  @Test("Exhausted plays report their reset, and send nothing more, while searches work")
  func playsUsedUp() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let track = try #require(
        try await client.tracks("the", access: [.playable]).members.first
      ).urn
      bench.simulator.setSoundCloudPlays(1)
      _ = try await client.streams(of: track)
      for _ in 0..<3 {
        let error = await #expect(throws: CatalogError.self) {
          try await client.streams(of: track)
        }
        #expect(error?.code == .rateLimited && error?.isRetryable == false)
        let wait = (error?.retryAfter ?? .zero) / .seconds(3_600)
        #expect(wait > 23.9 && wait <= 24.1)
      }
      #expect(bench.count("/streams") == 2)
      _ = try await client.tracks("the", limit: 1)
      bench.advance(by: .seconds(86_460))
      _ = try await client.streams(of: track)
    }
  }

  @Test("Too many requests wait for their turn")
  func throttled() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      bench.simulator.throttle(.soundCloud, requests: 1)
      // The limiter pauses for two seconds, and the call is sent again.
      _ = try await client.tracks("the", limit: 1)
      #expect(bench.count("/tracks") == 2)
    }
  }
}

@Suite("SoundCloud's client and untrusted answers", .tags(.local))
struct SoundCloudAnswerTests {
  @Test("The token is sent as OAuth, and both forms of a refusal are read")
  func form() async throws {
    let transport = StubTransport(answers: [
      .success(
        .text(
          #"{"code":401,"message":"invalid_token","error_code":"invalid_token"}"#,
          status: .unauthorized
        )
      ),
      .success(.text(#"{"errors":[{"error_message":"404 - Not Found"}]}"#, status: .notFound)),
    ])
    let client = SoundCloudStub.client(transport)
    let urn = try SoundCloudStub.urn("soundcloud:tracks:1")
    #expect(await codeThrown { _ = try await client.track(urn) } == .unauthorized)
    #expect(await codeThrown { _ = try await client.track(urn) } == .notFound)
    let first = try #require(transport.calls.first)
    #expect(first.request.headerFields[.authorization] == "OAuth \(FixedSoundCloudToken.secret)")
    #expect(first.request.path == "/tracks/soundcloud%3Atracks%3A1")
  }

  @Test("The date of a reset is read, and an invalid one is ignored")
  func reset() async throws {
    func wait(_ text: String) async -> Duration? {
      let body = #"{"errors":[{"meta":{"rate_limit":{"name":"plays"}},"reset_time":"\#(text)"}]}"#
      let client = SoundCloudStub.client(
        StubTransport { _ in .text(body, status: .tooManyRequests) },
        clock: ManualClock()
      )
      do {
        _ = try await client.streams(of: try SoundCloudStub.urn("soundcloud:tracks:1"))
        return nil
      } catch {
        return (error as? CatalogError)?.retryAfter
      }
    }
    let soon = ManualClock.dateOfOrigin.addingTimeInterval(90)
    let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: soon)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    let text =
      "\(parts.year ?? 0)/\(two(parts.month))/\(two(parts.day)) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
    #expect(await wait(text) == .seconds(90))
    #expect(await wait("9999/12/31 23:59:59 +0000") == .seconds(48 * 3_600))
    for bad in ["", "2026/13/45 99:99:99 +0000", "soon", "2026/11/21 16:31:52 +0200"] {
      #expect(await wait(bad) == nil)
    }
  }

  @Test("Unreadable members are skipped, and cyclic lists end")
  func lists() async throws {
    let members = [
      SoundCloudStub.track(1), "null", #"{"urn":"soundcloud:tracks:a/b"}"#, "7",
      #"{"urn":"soundcloud:tracks:2","duration":-5,"access":null,"user":null,"title":17}"#,
    ].joined(separator: ",")
    let transport = StubTransport { _ in
      .text(#"{"collection":[\#(members)],"next_href":"https://api.soundcloud.com/tracks?q=a"}"#)
    }
    let list = try await SoundCloudStub.client(transport).tracks("a")
    #expect(list.members.map(\.urn.id) == ["1", "2"] && list.unreadable.count == 3)
    #expect(list.members.last?.title == "17" && list.members.last?.duration == nil)
    #expect(try await list.all.collected().count == 4)
    let bare = StubTransport { _ in .text("[\(SoundCloudStub.track(3))]") }
    #expect(try await SoundCloudStub.client(bare).tracks("a").members.count == 1)
    let away = StubTransport { _ in
      .text(#"{"collection":[],"next_href":"https://evil.example/tracks"}"#)
    }
    let first = try await SoundCloudStub.client(away).tracks("a")
    #expect(await codeThrown { _ = try await first.nextBatch() } == .malformedReply)
    #expect(away.calls.count == 1)
  }

  @Test("A list that changes during paging has each track once, and is bounded")
  func changes() async throws {
    let pages = Counter()
    let transport = StubTransport { call in
      guard call.request.path?.contains("/tracks") == true else {
        return .text(#"{"kind":"playlist","urn":"soundcloud:playlists:1"}"#)
      }
      let page = pages.next()
      // One was added at the front, so the last of each page is repeated.
      let tracks = (0..<3).map { SoundCloudStub.track(page * 2 + $0) }.joined(separator: ",")
      let next = page < 9 ? #""https://api.soundcloud.com/playlists/x/tracks?c=\#(page)""# : "null"
      return .text(#"{"collection":[\#(tracks)],"next_href":\#(next)}"#)
    }
    let service = SoundCloudService(client: SoundCloudStub.client(transport))
    let link = MusicLink(service: .soundCloud, kind: .playlist, id: "soundcloud:playlists:1")
    let ids = try await service.tracks(of: link).map(\.id)
    #expect(ids.count == Set(ids).count && ids.count == 19)
    let endless = Counter()
    let loop = StubTransport { call in
      guard call.request.path?.contains("/tracks") == true else {
        return .text(#"{"kind":"playlist","urn":"soundcloud:playlists:1"}"#)
      }
      let tracks = Array(repeating: SoundCloudStub.track(1), count: 500).joined(separator: ",")
      let next = "https://api.soundcloud.com/playlists/x/tracks?c=\(endless.next())"
      return .text(#"{"collection":[\#(tracks)],"next_href":"\#(next)"}"#)
    }
    let bounded = SoundCloudService(client: SoundCloudStub.client(loop))
    #expect(try await bounded.tracks(of: link).count == 1)
    #expect(loop.calls.count < 30)
  }

  @Test("Ten megabytes are refused, and invalid arguments are not sent")
  func bounds() async throws {
    try await LoopbackServer.serving({ visit in
      try visit.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[")
      let piece = String(repeating: " ", count: 64 << 10)
      for _ in 0..<160 { try visit.write(piece) }
      try visit.write("]")
    }) { server in
      let base = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
      let client = SoundCloudClient(
        tokens: FixedSoundCloudToken(),
        configuration: ClientConfiguration(baseURL: base, transport: NetworkTransport())
      )
      let code = await codeThrown { _ = try await client.tracks("a") }
      #expect(code == .replyTooLarge)
    }
    let transport = StubTransport { _ in .text("[]") }
    let stub = SoundCloudStub.client(transport)
    let user = try SoundCloudStub.urn("soundcloud:users:1")
    #expect(await codeThrown { _ = try await stub.track(user) } == .invalidArgument)
    #expect(await codeThrown { _ = try await stub.tracks(" \n") } == .invalidArgument)
    #expect(await codeThrown { _ = try await stub.tracks("a", limit: 201) } == .invalidArgument)
    #expect(transport.calls.isEmpty)
  }
}
