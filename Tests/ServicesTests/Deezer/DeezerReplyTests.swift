import Foundation
import HTTPTypes
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Deezer's answers", .tags(.pure))
struct DeezerReplyTests {
  private func failure(of reply: HTTPTransportResponse) async -> CatalogError? {
    let transport = StubTransport(answers: [.success(reply)])
    let client = DeezerClient(configuration: .init(transport: transport, clock: ManualClock()))
    do {
      _ = try await client.track("1")
      return nil
    } catch {
      return error as? CatalogError
    }
  }

  @Test(
    "A failure with status 200 is an error of its kind",
    arguments: [
      (4, CatalogError.Code.rateLimited), (100, .badRequest), (200, .forbidden),
      (300, .unauthorized), (500, .badRequest), (501, .badRequest), (600, .badRequest),
      (700, .serverError), (800, .notFound), (901, .forbidden), (12345, .badRequest),
    ]
  )
  func codes(number: Int, code: CatalogError.Code) async throws {
    let error = try #require(await failure(of: DeezerFixture.error(number)))
    #expect(error.code == code)
    #expect(error.service == .deezer)
    #expect(error.httpStatus == 200)
    #expect(error.details.first?.code == String(number))
    #expect(error.details.first?.title == "DataException")
    #expect(error.details.first?.text == "in words")
    #expect(error.retryAfter == (number == 4 ? .seconds(5) : nil))
    #expect(error.isRetryable == [4, 700].contains(number))
  }

  @Test("Failures with their own status are mapped by it")
  func statuses() async throws {
    let unknown = HTTPTransportResponse.text(#"{"error":"Not Found"}"#, status: .notFound)
    #expect(await failure(of: unknown)?.code == .notFound)
    #expect(await failure(of: unknown)?.details.first?.text == "Not Found")
    #expect(await failure(of: .text("", status: .forbidden))?.code == .rateLimited)
    #expect(await failure(of: .text("<p>", status: .tooManyRequests))?.retryAfter == .seconds(5))
    #expect(await failure(of: .text("{}", status: .forbidden))?.code == .forbidden)
    #expect(await failure(of: .text("", status: .badGateway))?.code == .serverError)
    #expect(await failure(of: .text("", status: .unauthorized))?.code == .unauthorized)
    for body in ["", "<html>", "[]", "{}", #"{"id":"#, #"{"id":""}"#] {
      #expect(await failure(of: .text(body))?.code == .malformedReply, "\(body)")
    }
  }

  @Test("A track shows the data that was sent, and when its preview expires")
  func track() async throws {
    let more = #"""
      ,"isrc":"QZAAA2100001","release_date":"2021-03-05","bpm":123.4,"gain":-12,
      "contributors":[{"id":27,"name":"The Example Band","role":"Main"},
      {"id":28,"name":"A Guest","role":"Featured"}]
      """#
    let stub = StubTransport(answers: [.success(.text(DeezerFixture.track(3_135_556, more)))])
    let track = try await DeezerClient(configuration: .init(transport: stub)).track("3135556")
    #expect(track.id == "3135556")
    #expect(track.duration == .seconds(213))
    #expect(track.releaseDay == PartialDate("2021-03-05"))
    #expect(track.bpm == 123.4)
    #expect(track.previewExpiry == Date(timeIntervalSince1970: 1_767_225_700))
    #expect(track.hasPreview(at: Date(timeIntervalSince1970: 1_767_225_699)))
    #expect(!track.hasPreview(at: Date(timeIntervalSince1970: 1_767_225_700)))
    #expect(track.artist?.pictureURL(.medium)?.absoluteString == "https://i.example/250.jpg")
    #expect(track.artist?.pictureURL(.xl) == nil)
    #expect(
      track.recording
        == Recording(
          title: "Opening Night",
          artists: ["The Example Band", "A Guest"],
          album: "Second Example",
          duration: .seconds(213),
          isrc: "QZAAA2100001",
          isExplicit: false
        )
    )
  }

  @Test("Empty and malformed values are `nil`")
  func emptyValues() throws {
    func track(_ fields: String) throws -> Deezer.Track {
      try JSONDecoder().decode(Deezer.Track.self, from: Data(#"{"id":"12",\#(fields)}"#.utf8))
    }
    let empty = try track(#""preview":"","release_date":"0000-00-00","duration":0"#)
    #expect(empty.id == "12")
    #expect(empty.previewURL == nil)
    #expect(empty.releaseDay == nil)
    #expect(empty.duration == nil)
    #expect(!empty.hasPreview(at: .distantPast))
    let stable = try track(#""preview":"https://p.example/a.mp3""#)
    #expect(stable.previewExpiry == nil)
    #expect(stable.hasPreview(at: .distantFuture))
    #expect(try track(#""preview":"https://p.example/a?notexp=5""#).previewExpiry == nil)
    #expect(try track(#""preview":"https://p.example/a?exp=""#).previewExpiry == nil)
    let long = String(repeating: "9", count: 40)
    #expect(try track(#""preview":"https://p.example/a?exp=\#(long)""#).previewExpiry == nil)
    let grey = try JSONDecoder().decode(
      Deezer.Artist.self,
      from: Data(#"{"id":1,"picture_small":"https://i.example/artist//56x56-0.jpg"}"#.utf8)
    )
    #expect(grey.pictureURL(.small) == nil)
  }

  @Test("A page is encoded as it came, with unreadable members in their places")
  func roundTrip() throws {
    let members = ["null", DeezerFixture.track(1), "3", DeezerFixture.track(2), #"{"id":{}}"#]
    let data = Data(DeezerFixture.list(members, total: 5, next: "/a").utf8)
    let page = try JSONDecoder().decode(Deezer.List<Deezer.Track>.self, from: data)
    #expect(page.members.map(\.id) == ["1", "2"])
    #expect(page.unreadable.map(\.index) == [0, 2, 4])
    #expect(
      page.unreadable.map(\.reason) == ["null", "wrong type at data.2", "wrong type at data.4.id"]
    )
    let before = try JSONDecoder().decode(JSONValue.self, from: data)
    let after = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(page))
    #expect(before == after)
    #expect(!page.hasNextBatch)
  }
}

@Suite("Deezer's rate limit", .tags(.pure))
struct DeezerPaceTests {
  @Test("A refusal with status 200 is waited out, and the answer arrives")
  func quota() async throws {
    let clock = ManualClock(skipsWaits: true)
    let stub = StubTransport(answers: [
      .success(DeezerFixture.error(4, "Exception")), .success(.text(DeezerFixture.track(1))),
    ])
    let transport = ServiceTransport(stub, policy: .deezer, clock: clock, random: { 0 })
    let track = try await DeezerClient(configuration: .init(transport: transport, clock: clock))
      .track("1")
    #expect(track.id == "1")
    #expect(stub.calls.count == 2)
    #expect(clock.uptime >= .seconds(5))
  }

  @Test("No five seconds have more than 50 requests")
  func pace() async throws {
    let clock = ManualClock(skipsWaits: true)
    let times = Locked<[Duration]>([])
    let stub = StubTransport { _ in
      times.withLock { $0.append(clock.uptime) }
      return .text(DeezerFixture.track(1))
    }
    let transport = ServiceTransport(stub, policy: .deezer, clock: clock, random: { 0 })
    let client = DeezerClient(configuration: .init(transport: transport, clock: clock))
    for number in 0..<200 { _ = try await client.track(String(number)) }
    let sent = times.withLock { $0 }
    #expect(sent.count == 200)
    for start in sent {
      #expect(sent.count { $0 >= start && $0 < start + .seconds(5) } <= 50)
    }
    #expect(clock.uptime < .seconds(60))
  }

  @Test("Answers with previews are not cached, nor failures, but others are")
  func cache() async throws {
    let clock = ManualClock(skipsWaits: true)
    let stub = StubTransport { call in
      switch call.request.path {
      case "/track/1": .text(DeezerFixture.track(1))
      case "/artist/1": .text(DeezerFixture.artist(1))
      default: DeezerFixture.error(800)
      }
    }
    let transport = ServiceTransport(stub, policy: .deezer, clock: clock, random: { 0 })
    let client = DeezerClient(configuration: .init(transport: transport, clock: clock))
    for _ in 0..<2 {
      _ = try await client.track("1")
      _ = try await client.artist("1")
      _ = try? await client.album("1")
    }
    #expect(
      stub.calls.map(\.request.path) == [
        "/track/1", "/artist/1", "/album/1", "/track/1", "/album/1",
      ]
    )
  }
}
