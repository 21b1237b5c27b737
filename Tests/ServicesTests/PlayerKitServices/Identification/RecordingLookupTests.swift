import Foundation
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.local)) struct RecordingLookupTests {
  private static let id = "0f000000-0000-4000-8000-0000000000b1"
  private static let otherID = "0f000000-0000-4000-8000-0000000000b2"
  private static let code = "USXX12100001"

  private var wanted: Recording {
    Recording(
      title: "Opening Night",
      artists: ["The Example Band"],
      duration: .seconds(213),
      isrc: "us-xx1-21-00001"
    )
  }

  private func known(
    _ name: String = Self.id,
    title: String = "Opening Night",
    seconds: Int? = 213,
    date: String? = "2021-03-05",
    codes: [String] = [],
    items: [String] = []
  ) -> KnownRecording {
    var known = KnownRecording(title: title, artists: ["The Example Band"])
    known.duration = seconds.map { .seconds($0) }
    known.firstReleaseDate = date.flatMap(PartialDate.init)
    known.musicBrainzID = name
    known.isrcs = codes
    known.items = items
    return known
  }

  @Test("the first index with new facts is the last one that is asked")
  func firstIndexAnything() async throws {
    let empty = StubIndex("empty")
    // The code that was looked up is not a new fact.
    var row = KnownRecording(title: "Opening Night", artists: ["The Example Band"])
    row.isrcs = [Self.code]
    let stale = StubIndex("stale", codes: [row])
    let full = StubIndex("full", codes: [known()])
    let never = StubIndex("never", codes: [known(Self.otherID)])
    let answer = try await RecordingLookup([empty, stale, full, never]).answer(for: wanted)
    #expect(answer.recording?.musicBrainzID == Self.id)
    #expect(answer.service?.rawValue == "full" && answer.failures.isEmpty)
    #expect(empty.asked.elements == [Self.code] && stale.asked.elements.first == Self.code)
    #expect(never.asked.elements.isEmpty)
  }

  @Test("the id is looked up first, then the code, and no index is asked without either")
  func idAskedFirst() async throws {
    let index = StubIndex("i", codes: [known(codes: ["USXX12100002"])])
    var wanted = wanted
    wanted.musicBrainzID = Self.otherID.uppercased()
    let answer = try await RecordingLookup([index]).answer(for: wanted)
    #expect(index.asked.elements == [Self.otherID, Self.code, "details"])
    #expect(answer.recording?.isrcs == ["USXX12100002"])
    wanted.musicBrainzID = "none"
    wanted.isrc = "none"
    let nothing = try await RecordingLookup([index]).answer(for: wanted)
    #expect(nothing.recording == nil && nothing.service == nil && index.asked.elements.count == 3)
  }

  @Test(
    "of several recordings of a code, the nearest in length and earliest is used",
    arguments: [
      // The length decides, then the date, then the order.
      ([(218, "1990"), (212, "2021"), (215, "2020-05-01"), (216, "1980")], 2),
      ([(213, nil), (213, "2021"), (213, "2021-03"), (213, "2021-03-05")], 3),
      ([(nil, "1990"), (213, "2021")], 1), ([(300, "1990"), (nil, "2021")], 1),
      ([(213, "2021-01-01"), (213, "2020")], 1), ([(213, "2021"), (213, "2021")], 0),
      ([(300, "1990")], 0),
    ] as [([(Int?, String?)], Int)]
  )
  func severalRecordingsCode(
    candidates: [(Int?, String?)],
    best: Int
  ) async throws {
    let ids = (0..<4).map { "0f000000-0000-4000-8000-00000000000\($0)" }
    let index = StubIndex(
      "i",
      codes: zip(ids, candidates).map { known($0, seconds: $1.0, date: $1.1) }
    )
    let answer = try await RecordingLookup([index]).answer(for: wanted)
    #expect(answer.recording?.musicBrainzID == ids[best])
  }

  @Test("a code that belongs to another song is not used")
  func codeAnotherSong() async throws {
    let index = StubIndex("i", codes: [known(title: "Something Else Entirely")])
    let answer = try await RecordingLookup([index]).answer(for: wanted)
    #expect(answer.recording == nil && answer.failures.isEmpty)
  }

  @Test("details are added, and if they are unavailable, the known facts are returned")
  func detailsAddedCan() async throws {
    let whole = known(codes: [Self.code, "USXX12100002"], items: ["apple:1"])
    let full = StubIndex("full", codes: [known()], details: .success(whole))
    let answer = try await RecordingLookup([full]).answer(for: wanted)
    #expect(answer.recording == whole)
    let refusal = CatalogError(.rateLimited, "Later.")
    let brief = StubIndex("brief", codes: [known()], details: .failure(refusal))
    let other = try await RecordingLookup([brief]).answer(for: wanted)
    #expect(other.recording == known())
    #expect(other.failures.map(\.code) == [.rateLimited])
    // Details of another song do not count.
    let odd = StubIndex("odd", codes: [known()], details: .success(known(title: "Odd")))
    #expect(try await RecordingLookup([odd]).answer(for: wanted).recording == known())
  }

  @Test("an index that fails is skipped, asked once, and named")
  func indexFailsLeft() async throws {
    var wanted = wanted
    wanted.musicBrainzID = Self.id
    let broken = StubIndex("broken", failure: CatalogError(.unreachable, "Gone."))
    let full = StubIndex("full", ids: [known(codes: ["USXX12100002"])])
    let answer = try await RecordingLookup([broken, full]).answer(for: wanted)
    #expect(answer.recording?.isrcs == ["USXX12100002"])
    #expect(answer.failures.map(\.code) == [.unreachable])
    #expect(answer.failures.first?.service?.rawValue == "broken")
    #expect(broken.asked.elements == [Self.id])
  }

  @Test("all indexes together have ten seconds")
  func allIndexesTogether() async throws {
    let clock = ManualClock()
    let slow = StubIndex("slow", codes: [known()]) { try await clock.sleep(for: .seconds(60)) }
    let next = StubIndex("next", codes: [known()])
    let lookup = RecordingLookup([slow, next], clock: clock)
    let answer = Task { try await lookup.answer(for: wanted) }
    try await eventually("it is asked") {
      !slow.asked.elements.isEmpty && clock.nextDeadline?.sinceOrigin == .seconds(10)
    }
    clock.advance(by: .seconds(10))
    let told = try await answer.value
    #expect(told.recording == nil && next.asked.elements.isEmpty)
    #expect(told.failures.map(\.code) == [.timedOut, .timedOut])
    #expect(told.failures.map { $0.service?.rawValue } == ["slow", "next"])
  }

  @Test("a cancelled caller gets no answer")
  func cancelledGetsNo() async throws {
    let clock = ManualClock()
    let slow = StubIndex("slow", codes: [known()]) { try await clock.sleep(for: .seconds(60)) }
    let lookup = RecordingLookup([slow], clock: clock)
    let answer = Task { try await lookup.answer(for: wanted) }
    try await slow.asked.wait(for: "it is asked") { !$0.isEmpty }
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }
}

/// An index of given facts, which records the requests.
private struct StubIndex: RecordingIndex {
  let service: CatalogService
  var codes: [KnownRecording]
  var ids: [KnownRecording]
  var whole: Result<KnownRecording, CatalogError>?
  var failure: CatalogError?
  let asked = Recorded<String>()
  let pause: @Sendable () async throws -> Void

  init(
    _ name: String,
    codes: [KnownRecording] = [],
    ids: [KnownRecording] = [],
    details: Result<KnownRecording, CatalogError>? = nil,
    failure: CatalogError? = nil,
    pause: @escaping @Sendable () async throws -> Void = {}
  ) {
    service = CatalogService(rawValue: name)
    self.codes = codes
    self.ids = ids
    whole = details
    self.failure = failure
    self.pause = pause
  }

  private func answer(_ key: String, _ found: [KnownRecording]) async throws -> [KnownRecording] {
    asked.append(key)
    try await pause()
    if let failure { throw failure }
    return found
  }

  func knownRecordings(isrc: String) async throws -> [KnownRecording] {
    try await answer(isrc, codes)
  }

  func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
    try await answer(musicBrainzID, ids)
  }

  func details(of recording: KnownRecording) async throws -> KnownRecording {
    asked.append("details")
    return try whole?.get() ?? recording
  }
}
