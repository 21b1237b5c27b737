import Foundation
import HTTPTypes
import PlayerKitMusicBrainz
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.local)) struct MusicBrainzClientTests {
  private static let id = "0f000000-0000-4000-8000-0000000000b1"
  private static let code = "USXX12100001"

  private func client(_ transport: StubTransport) throws -> MusicBrainzClient {
    try MusicBrainzClient(
      agent: .test,
      configuration: ClientConfiguration(transport: transport, clock: ManualClock())
    )
  }

  // MARK: - Requests

  @Test(
    "an app that does not identify itself gets no client",
    arguments: [
      ("", "1", "me@example.org"), ("A", "", "me@example.org"), ("A", "1", ""), ("A", "1", "me"),
      ("A B", "1", "me@example.org"), ("A", "1", "me@example.org)"), ("A/B", "1", "me@example.org"),
      ("A\r\nX-Y:", "1", "me@example.org"), ("Å", "1", "me@example.org"),
    ]
  )
  func appNotSay(
    name: String,
    version: String,
    contact: String
  ) {
    #expect(throws: CatalogError.self) {
      try MusicBrainz.Agent(name: name, version: version, contact: contact)
    }
  }

  @Test("a user agent has the required form")
  func agentFormDemanded() throws {
    let mail = try MusicBrainz.Agent(name: "Jukebox", version: "1.2", contact: "me@example.org")
    #expect(mail.text == "Jukebox/1.2 ( me@example.org )")
    let page = try MusicBrainz.Agent(name: "J", version: "1", contact: "https://j.example/a?b")
    #expect(page.text == "J/1 ( https://j.example/a?b )")
  }

  @Test("each call requests one path, and names the app")
  func eachCallAsks() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      return .text(
        path.contains("isrc/")
          ? #"{"recordings":[]}"#
          : path.contains("release-group")
            ? #"{"release-groups":[]}"# : #"{"id":"\#(Self.id)","title":"T"}"#
      )
    }
    let client = try client(transport)
    _ = try await client.recordings(isrc: "us-xx1-21-00001")
    _ = try await client.recording(id: Self.id.uppercased())
    _ = try await client.releaseGroups(ofArtist: Self.id)
    let _: JSONValue = try await client.value(of: CatalogRequest("/ws/2/work/\(Self.id)"))
    #expect(
      transport.calls.map { $0.request.path?.removingPercentEncoding } == [
        "/ws/2/isrc/\(Self.code)?inc=artist-credits&fmt=json",
        "/ws/2/recording/\(Self.id)?inc=isrcs artist-credits releases url-rels&fmt=json",
        "/ws/2/release-group?artist=\(Self.id)&inc=genres tags&limit=100&offset=0&fmt=json",
        "/ws/2/work/\(Self.id)?fmt=json",
      ]
    )
    let agents = Set(transport.calls.map { $0.request.headerFields[.userAgent] })
    #expect(agents == ["Test/1 ( test@example.org )"])
    #expect(transport.calls.allSatisfy { $0.request.authority == "musicbrainz.org" })
    #expect(transport.calls.allSatisfy { $0.maximumReplySize == 4 << 20 })
  }

  @Test("invalid codes and ids are not sent")
  func noCodeNo() async throws {
    let transport = StubTransport(answers: [])
    let client = try client(transport)
    #expect(try await client.recordings(isrc: "USXX1210000").isEmpty)
    #expect(try await client.recording(id: "../artist") == nil)
    #expect(try await client.releaseGroups(ofArtist: "").isEmpty)
    #expect(try await client.knownRecordings(musicBrainzID: "x").isEmpty)
    #expect(transport.calls.isEmpty)
  }

  // MARK: - Answers

  @Test("a recording's pages are its current links")
  func recordingPagesThose() async throws {
    let relations = [
      #"{"ended":true,"url":{"resource":"https://s.example/1"}}"#,
      #"{"url":{"resource":"https://s.example/2"}}"#, #"{"url":{"resource":"file:///etc/passwd"}}"#,
      #"{"url":null}"#, #"{"type":"performance","work":{}}"#, "7",
      #"{"ended":false,"url":{"resource":"http://s.example/3"}}"#,
    ]
    let transport = StubTransport { _ in
      .text(
        #"""
        {"id":"\#(Self.id)","title":"T","length":null,"video":false,"first-release-date":"",
        "isrcs":["usxx12100001","x",3],"disambiguation":"","artist-credit":[{"name":"A"},{}],
        "releases":[{"id":"\#(Self.id)","title":"R","date":"2021"},{}],
        "relations":[\#(relations.joined(separator: ","))]}
        """#
      )
    }
    let client = try client(transport)
    let recording = try #require(try await client.recording(id: Self.id))
    #expect(recording.pages.map(\.absoluteString) == ["https://s.example/2", "http://s.example/3"])
    #expect(recording.isrcs == [Self.code] && recording.artists.map(\.name) == ["A"])
    #expect(recording.duration == nil && recording.firstReleaseDate == nil)
    #expect(recording.releases.map(\.title) == ["R"] && recording.disambiguation == nil)
    let known = try #require(try await client.knownRecordings(musicBrainzID: Self.id).first)
    #expect(known.items == ["https://s.example/2", "http://s.example/3"])
  }

  @Test("a merged recording's id is replaced by the new one")
  func mergedRecordingId() async throws {
    let transport = StubTransport { _ in
      .text(#"{"id":"0F000000-0000-4000-8000-0000000000B9","title":"T","artist-credit":[]}"#)
    }
    let found = try await client(transport).recording(id: Self.id)
    #expect(found?.id == "0f000000-0000-4000-8000-0000000000b9")
  }

  @Test("videos and recordings without an artist are left out of an index")
  func videosRecordingsNobody() async throws {
    let transport = StubTransport { _ in
      .text(
        #"""
        {"recordings":[{"id":"\#(Self.id)","title":"V","video":true,"artist-credit":[{"name":"A"}]},
        {"id":"\#(Self.id)","title":"N"},{"id":"x","title":"X"},{"title":"Y"},null,
        {"id":"\#(Self.id)","title":"S","artist-credit":[{"artist":{"name":"A"}}]}]}
        """#
      )
    }
    let client = try client(transport)
    #expect(try await client.recordings(isrc: Self.code).map(\.title) == ["V", "N", "S"])
    #expect(try await client.knownRecordings(isrc: Self.code).map(\.title) == ["S"])
  }

  @Test("a missing recording gives an empty result, not an error")
  func musicbrainzNotNothing() async throws {
    let transport = StubTransport { _ in .text(#"{"error":"Not Found"}"#, status: .notFound) }
    let client = try client(transport)
    #expect(try await client.recordings(isrc: Self.code).isEmpty)
    #expect(try await client.recording(id: Self.id) == nil)
    #expect(try await client.releaseGroups(ofArtist: Self.id).isEmpty)
    var known = KnownRecording(title: "T", artists: ["A"])
    known.musicBrainzID = Self.id
    #expect(try await client.details(of: known) == known)
  }

  @Test(
    "a truncated or malformed answer is reported as such",
    arguments: [
      #"{"id":"0f000000-0000-4000-8000-0000000000b1","ti"#, "", "<html></html>", "[]", "{}", "7",
      #"{"recordings":5,"id":"x","release-groups":{}}"#,
    ]
  )
  func cutOddAnswer(body: String) async throws {
    let client = try client(StubTransport { _ in .text(body) })
    let calls: [() async throws -> Void] = [
      { _ = try await client.recordings(isrc: Self.code) },
      { _ = try await client.recording(id: Self.id) },
      { _ = try await client.releaseGroups(ofArtist: Self.id) },
    ]
    for call in calls { #expect(await codeThrown(by: call) == .malformedReply) }
  }

  @Test(
    "refusals are reported",
    arguments: [(400, CatalogError.Code.badRequest), (403, .forbidden), (500, .serverError)]
  )
  func refusalsTold(status: Int, code: CatalogError.Code) async throws {
    let client = try client(StubTransport { _ in .status(status, "{}") })
    let error = await catalogError { try await client.recording(id: Self.id) }
    #expect(error?.code == code && error?.service == .musicBrainz)
  }

  @Test("an answer that is too large is not read completely")
  func answerLargeNot() async throws {
    try await LoopbackServer.serving { visit in
      try visit.write("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n{")
      visit.waitForHangUp()
    } _: { server in
      let client = try MusicBrainzClient(
        agent: .test,
        configuration: ClientConfiguration(
          baseURL: URL(string: "http://127.0.0.1:\(server.port)"),
          transport: NetworkTransport()
        )
      )
      #expect(
        await codeThrown { _ = try await client.recording(id: Self.id) } == .replyTooLarge
      )
    }
  }

  // MARK: - Release groups

  private func group(_ number: Int, _ more: String = "") -> String {
    let id = "0f000000-0000-4000-8000-" + String(format: "%012d", number)
    return #"{"id":"\#(id)","title":"\#(number)"\#(more)}"#
  }

  /// An artist with 230 release groups.
  private func discography() -> StubTransport {
    StubTransport { call in
      let items = URLComponents(string: call.request.path ?? "")?.queryItems ?? []
      let offset = items.first { $0.name == "offset" }?.value.flatMap { Int($0) } ?? 0
      let members = (offset..<min(offset + 100, 230)).map { group($0) }.joined(separator: ",")
      return .text(#"{"release-group-count":230,"release-groups":[\#(members)]}"#)
    }
  }

  @Test(
    "release groups come in pages, up to the requested number",
    arguments: [(500, 230, 3), (230, 230, 3), (150, 150, 2), (100, 100, 1), (0, 0, 0)]
  )
  func releaseGroupsCome(
    most: Int,
    count: Int,
    calls: Int
  ) async throws {
    let transport = discography()
    let found = try await client(transport).releaseGroups(ofArtist: Self.id, most: most)
    #expect(found.count == count && Set(found.map(\.id)).count == count)
    #expect(transport.calls.count == calls)
  }

  @Test("a server that repeats itself is not asked again")
  func serverRepeatsItself() async throws {
    let transport = StubTransport { _ in
      .text(#"{"release-group-count":100000,"release-groups":[\#(group(1)),\#(group(2))]}"#)
    }
    let found = try await client(transport).releaseGroups(ofArtist: Self.id)
    #expect(found.map(\.title) == ["1", "2"] && transport.calls.count == 2)
  }

  @Test("a release group has its types")
  func releaseGroupTypes() async throws {
    let more =
      #","primary-type":"Album","secondary-types":["Spokenword","Live"],"first-release-date":"1999-12""#
    let transport = StubTransport { _ in
      .text(#"{"release-group-count":1,"release-groups":[\#(group(1, more)),\#(group(2)),{}]}"#)
    }
    let found = try await client(transport).releaseGroups(ofArtist: Self.id)
    #expect(found.first?.primaryType == "Album" && found.last?.primaryType == nil)
    #expect(found.map(\.secondaryTypes) == [["Spokenword", "Live"], []])
    #expect(found.first?.firstReleaseDate == PartialDate("1999-12"))
  }
}

extension MusicBrainz.Agent {
  static var test: MusicBrainz.Agent {
    get throws {
      try MusicBrainz.Agent(name: "Test", version: "1", contact: "test@example.org")
    }
  }
}
