import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitMusicBrainz
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

/// The rate of requests to MusicBrainz.
@Suite(.tags(.local)) struct MusicBrainzRateTests {
  private static let id = "0f000000-0000-4000-8000-0000000000b1"

  /// A client around a stub, configured as MusicBrainz requires.
  private func client(_ stub: StubTransport, _ clock: any PlaybackClock) throws -> MusicBrainzClient
  {
    let transport = ServiceTransport(stub, policy: .musicBrainz, clock: clock, random: { 0.5 })
    return try MusicBrainzClient(
      agent: .test,
      configuration: ClientConfiguration(transport: transport, clock: clock)
    )
  }

  private let recording = #"{"id":"\#(Self.id)","title":"T","artist-credit":[{"name":"A"}]}"#

  @Test("all users of a client together send one request in 1.1 seconds")
  func allShareClient() async throws {
    let clock = ManualClock()
    let sent = Recorded<Duration>()
    let stub = StubTransport { [recording] _ in
      sent.append(clock.uptime)
      return .text(recording)
    }
    let client = try client(stub, clock)
    let discovery = MusicBrainzDiscovery(client: client)
    let artist = ArtistReference("A", musicBrainzID: Self.id)
    let calls = [
      Task { _ = try await client.recording(id: Self.id) },
      Task {
        _ = try await client.knownRecordings(musicBrainzID: Self.id.replacing("b1", with: "b2"))
      },
      Task { _ = try await discovery.artists(like: artist, limit: 1) },
    ]
    for count in 1...3 {
      try await sent.wait(for: "the next one went") { $0.count == count }
      if count < 3 { try await clock.wakeNext() }
    }
    for call in calls { try await call.value }
    #expect(sent.elements == [.zero, .milliseconds(1_100), .milliseconds(2_200)])
  }

  @Test("requests never overlap, even during a redirect")
  func noneGoesWhile() async throws {
    let clock = ManualClock()
    let sent = Recorded<String>()
    let stub = StubTransport { [recording] call in
      let path = call.request.path ?? ""
      sent.append(path.contains("b1") ? "led" : path.contains("b2") ? "there" : "slow")
      if path.contains("b1") {
        return .status(301, fields: [.location: path.replacing("b1", with: "b2")])
      }
      if !path.contains("b2") { try await clock.sleep(for: .seconds(9)) }
      return .text(recording)
    }
    let client = try client(stub, clock)
    let slow = Task { try await client.recording(id: Self.id.replacing("b1", with: "b3")) }
    try await eventually("it is under way") {
      sent.elements == ["slow"] && clock.nextDeadline != nil
    }
    let led = Task { try await client.recording(id: Self.id) }
    for _ in 0..<8 { clock.advance(by: .seconds(1)) }
    #expect(sent.elements == ["slow"])
    clock.advance(by: .seconds(1))
    _ = try await slow.value
    try await sent.wait(for: "the next one went") { $0 == ["slow", "led"] }
    try await eventually("it waits for the redirect") { clock.nextDeadline != nil }
    #expect(sent.elements == ["slow", "led"])
    while sent.elements.count < 3 {
      clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
    #expect(try await led.value?.title == "T")
    #expect(sent.elements == ["slow", "led", "there"] && clock.uptime >= .seconds(10.1))
  }

  @Test(
    "it is not redirected",
    arguments: [
      "https://other.example/ws/2/recording/x", "http://musicbrainz.org/ws/2/recording/x",
    ]
  )
  func ledNoOther(place: String) async throws {
    let stub = StubTransport { _ in .status(301, fields: [.location: place]) }
    let client = try client(stub, ManualClock(skipsWaits: true))
    let error = await catalogError { try await client.recording(id: Self.id) }
    #expect(error?.code == .blockedRedirect && stub.calls.count == 1)
  }

  @Test("a redirect loop ends")
  func leadsCircleEnds() async throws {
    let stub = StubTransport { .status(302, fields: [.location: $0.request.path ?? "/"]) }
    let client = try client(stub, ManualClock(skipsWaits: true))
    let error = await catalogError { try await client.recording(id: Self.id) }
    #expect(error?.code == .blockedRedirect && stub.calls.count == 6)
  }

  @Test("known answers are not requested again within an hour")
  func knownNotAsked() async throws {
    let clock = ManualClock(skipsWaits: true)
    let stub = StubTransport { [recording] _ in .text(recording) }
    let client = try client(stub, clock)
    for _ in 0..<3 { _ = try await client.recording(id: Self.id) }
    #expect(stub.calls.count == 1)
    clock.advance(by: .seconds(3_600))
    _ = try await client.recording(id: Self.id)
    #expect(stub.calls.count == 2)
  }

  @Test(
    "after a refusal it waits for the requested time, and retries",
    arguments: [("7", .seconds(7)), (nil, .seconds(5))] as [(String?, Duration)]
  )
  func afterRefusalWaits(
    field: String?,
    pause: Duration
  ) async throws {
    let clock = ManualClock()
    let refusal = HTTPTransportResponse.status(503, fields: field.map { [.retryAfter: $0] } ?? [:])
    let stub = StubTransport(answers: [.success(refusal), .success(.text(recording))])
    let client = try client(stub, clock)
    let found = Task { try await client.recording(id: Self.id) }
    try await eventually("it is refused") { stub.calls.count == 1 }
    while stub.calls.count == 1 {
      guard clock.nextDeadline != nil else {
        await Task.yield()
        continue
      }
      try await clock.wakeNext()
      try await eventually("a task continues") {
        stub.calls.count == 2 || clock.nextDeadline != nil
      }
    }
    #expect(try await found.value?.title == "T")
    #expect(clock.uptime == pause)
  }

  @Test("if the wait takes minutes it fails at once, and sends nothing meanwhile")
  func waitMinutesFails() async throws {
    let clock = ManualClock()
    let refusal = HTTPTransportResponse.status(429, fields: [.retryAfter: "240"])
    let stub = StubTransport(answers: [.success(refusal), .success(.text(recording))])
    let client = try client(stub, clock)
    let first = await catalogError { try await client.recording(id: Self.id) }
    #expect(first?.code == .rateLimited && first?.retryAfter == .seconds(240))
    clock.advance(by: .seconds(200))
    let second = await catalogError { try await client.recording(id: Self.id) }
    #expect(second?.code == .rateLimited && stub.calls.count == 1)
    clock.advance(by: .seconds(40))
    #expect(try await client.recording(id: Self.id)?.title == "T")
  }
}
