import Foundation
import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.local)) struct ArtistSongsTests {
  private let clock = ManualClock()
  private let artist = ArtistReference("The Band")

  private func recording(
    _ title: String,
    _ popularity: Double? = nil,
    id: String? = nil,
    isrc: String? = nil,
    by name: String = "The Band",
    lasting: Duration = .seconds(200),
    genres: [String] = ["Rock"]
  ) -> ArtistRecording {
    var details = TrackDetails()
    (details.isrc, details.genres) = (isrc, genres)
    let metadata = TrackMetadata(
      title: title,
      artist: name,
      album: "Album",
      duration: lasting,
      details: details
    )
    return ArtistRecording(SongTrack(id: id ?? title, metadata: metadata), popularity: popularity)
  }

  private func songs(
    _ sources: [SongSource],
    clock other: (any PlaybackClock)? = nil,
    _ change: (inout ArtistSongs.Settings) -> Void = { _ in }
  ) -> ArtistSongs {
    var settings = ArtistSongs.Settings()
    if other is RestlessClock { settings.timeout = RestlessClock.timeout }
    change(&settings)
    return ArtistSongs(by: artist, sources: sources, settings: settings, clock: other ?? clock)
  }

  private func pages(_ songs: ArtistSongs) async throws -> [ArtistSongsPage] {
    var pages: [ArtistSongsPage] = []
    for try await page in songs { pages.append(page) }
    return pages
  }

  private func ids(_ pages: [ArtistSongsPage]) -> [String] {
    pages.flatMap(\.songs).map(\.track.id)
  }

  @Test("a recording comes once, matched by its code or the matcher, and versions stay apart")
  func recordingComesOnce() async throws {
    let one = SongSource(
      "one",
      [
        [
          recording("Red", 9, id: "a", isrc: "USXX12100001"), recording("Blue", 8, id: "b"),
          recording("Blue (Live)", 7, id: "c", lasting: .seconds(260)),
        ]
      ]
    )
    let two = SongSource(
      "two",
      [
        [
          recording("Rouge", 3, id: "d", isrc: "US-XX1-21-00001"),
          recording("Blue - Remastered 2011", 2, id: "e", lasting: .seconds(201)),
        ]
      ]
    )
    let pages = try await pages(songs([one, two]))
    #expect(ids(pages) == ["a", "b", "c"])
    #expect(pages.first?.songs.first?.places.map(\.track.id) == ["a", "d"])
    #expect(pages.first?.songs.dropFirst().first?.places.map(\.service.rawValue) == ["one", "two"])
  }

  @Test("ranks count on every service's scale")
  func placesCountWhatever() async throws {
    let plays = SongSource(
      "plays",
      [[recording("A", 3e9), recording("B", 2e9), recording("C", 1)]]
    )
    let stars = SongSource("stars", [[recording("B", 90), recording("C", 80), recording("A", 1)]])
    #expect(ids(try await pages(songs([plays, stars]))) == ["B", "A", "C"])
  }

  @Test("the first page comes before all is read, and later pages continue after it")
  func firstPageComes() async throws {
    let long = SongSource(
      "long",
      (0..<40).map { page in
        (0..<10).map { recording("Song \(page * 10 + $0)", Double(1_000 - page * 10 - $0)) }
      }
    )
    let songs = songs([long]) { $0.pageSize = 20 }
    var iterator = songs.makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.songs.count == 20)
    #expect(long.reads == 2)
    let second = try await iterator.next()
    #expect(second?.songs.first?.track.id == "Song 20")
    #expect(long.reads == 4)
    let all = try await pages(songs)
    #expect(ids(all) == (0..<400).map { "Song \($0)" })
    #expect(ids(try await pages(songs)) == ids(all))
  }

  @Test("every service answers before the first page")
  func eachServiceHeard() async throws {
    let quick = SongSource("quick", [(0..<30).map { recording("Q\($0)", Double(100 - $0)) }])
    let slow = SongSource("slow", [[], [], [recording("Hit", 5)]])
    let first = try await pages(songs([quick, slow])).first
    #expect(first?.songs.prefix(2).map(\.track.id) == ["Q0", "Hit"])
  }

  @Test("unranked recordings come last, and recordings by others not at all")
  func nobodyRanksComes() async throws {
    let source = SongSource(
      "s",
      [
        [
          recording("Album Track"), recording("Cover", 99, by: "Another Band"),
          recording("Hit", 1), recording("Duet", 0.5, by: "Somebody & The Band"),
        ]
      ]
    )
    #expect(ids(try await pages(songs([source]))) == ["Hit", "Duet", "Album Track"])
  }

  @Test("a failure is reported, loses no earlier result, and is retried")
  func failureToldCosts() async throws {
    let broken = SongSource("broken", [[recording("A", 9)], [recording("B", 8)]])
    broken.fail(
      at: 2,
      CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(30))
    )
    let other = SongSource(
      "other",
      (0..<4).map { page in (0..<25).map { recording("O\(page) \($0)", Double(100 - page)) } }
    )
    let songs = songs([broken, other])
    var iterator = songs.makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.songs.contains { $0.track.id == "A" } == true)
    var failures = first?.failures ?? []
    if failures.isEmpty { failures = try await iterator.next()?.failures ?? [] }
    #expect(failures.map(\.service.rawValue) == ["broken"])
    #expect(failures.first?.retryAfter == .seconds(30))
    clock.advance(by: .seconds(30))
    var rest: [String] = []
    var isCut = false
    while let page = try await iterator.next() {
      rest += page.songs.map(\.track.id)
      isCut = page.isCut
    }
    #expect(rest.contains("B"))
    #expect(!isCut)
  }

  @Test("a service that asks for a pause of minutes gets it, and the pages end")
  func asksLeftAlone() async throws {
    let broken = SongSource("broken", [])
    broken.fail(
      at: 1,
      CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(600)),
      times: 99
    )
    let pages = try await pages(songs([broken, SongSource("whole", [[recording("A", 1)]])]))
    #expect(ids(pages) == ["A"])
    #expect(pages.flatMap(\.failures).count == 1)
    #expect(pages.last?.isCut == true)
    #expect(broken.reads == 1)
  }

  // MARK: - A single service

  /// A service of 100 songs, ten in each answer.
  private func hundred() -> SongSource {
    SongSource(
      "alone",
      (0..<10).map { page in
        (0..<10).map { recording("Song \(page * 10 + $0)", Double(1_000 - page * 10 - $0)) }
      }
    )
  }

  private let all = (0..<100).map { "Song \($0)" }

  @Test("a single service that refuses once loses no song", arguments: [1, 2, 5, 10])
  func serviceAloneRefuses(read: Int) async throws {
    let (alone, clock) = (hundred(), RestlessClock())
    alone.fail(at: read, CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(30)))
    let songs = songs([alone], clock: clock)
    var iterator = songs.makeAsyncIterator()
    var pages: [ArtistSongsPage] = []
    while clock.rests.elements.isEmpty, let page = try await iterator.next() { pages.append(page) }
    // The first songs came before anything waited.
    let before = pages.dropLast()
    #expect(ids(Array(before)) == Array(all.prefix((read - 1) * 10)))
    #expect(before.last?.isCut == true)
    #expect(before.flatMap(\.failures).map(\.retryAfter) == [.seconds(30)])
    while let page = try await iterator.next() { pages.append(page) }
    #expect(ids(pages) == all)
    #expect(pages.last?.isCut == false)
    #expect(clock.rests.elements == [.seconds(30)])
    let more = try await iterator.next()
    #expect(more == nil)
  }

  @Test("a later reader of the list loses no song either")
  func looksLaterLoses() async throws {
    let alone = hundred()
    alone.fail(at: 2, CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(30)))
    var iterator = songs([alone]).makeAsyncIterator()
    var pages = [try #require(try await iterator.next())]
    clock.advance(by: .seconds(40))
    while let page = try await iterator.next() { pages.append(page) }
    #expect(ids(pages) == all)
  }

  @Test("a single service that stays away ends the list, and each failure is reported")
  func serviceAloneStays() async throws {
    let (alone, clock) = (hundred(), RestlessClock())
    alone.fail(at: 2, CatalogError(.rateLimited, "Too many."), times: 1_000)
    let songs = songs([alone], clock: clock)
    var iterator = songs.makeAsyncIterator()
    var pages: [ArtistSongsPage] = []
    while let page = try await iterator.next() { pages.append(page) }
    #expect(ids(pages) == Array(all.prefix(10)))
    #expect(pages.allSatisfy { $0.isCut })
    #expect(pages.flatMap(\.failures).count == 6)
    #expect(clock.rests.elements == [5, 10, 20, 40, 80].map { Duration.seconds($0) })
    for _ in 0..<2 {
      let more = try await iterator.next()
      #expect(more == nil)
    }
    #expect(alone.reads == 7)
  }

  @Test(
    "slow services are not waited for",
    arguments: [
      CatalogError(.forbidden, "No."),
      CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(301)),
    ]
  )
  func takesLongNot(error: CatalogError) async throws {
    let (alone, clock) = (hundred(), RestlessClock())
    alone.fail(at: 2, error, times: 1_000)
    let pages = try await pages(songs([alone], clock: clock))
    #expect(ids(pages) == Array(all.prefix(10)))
    #expect(pages.last?.isCut == true)
    #expect(pages.flatMap(\.failures).count == 1)
    #expect(clock.rests.elements == [])
  }

  @Test("a service that can be asked soon is waited for")
  func askedFirstWaited() async throws {
    let (first, second, clock) = (hundred(), SongSource("never", []), RestlessClock())
    first.fail(at: 3, CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(20)))
    second.fail(at: 1, CatalogError(.forbidden, "No."), times: 1_000)
    let pages = try await pages(songs([first, second], clock: clock))
    #expect(ids(pages) == all)
    #expect(clock.rests.elements == [.seconds(20)])
    #expect(pages.last?.isCut == true)
  }

  @Test("a cancellation ends the wait")
  func waitEndsWhen() async throws {
    let alone = hundred()
    alone.fail(at: 2, CatalogError(.rateLimited, "Too many.", retryAfter: .seconds(30)))
    let songs = songs([alone])
    let task = Task {
      var iterator = songs.makeAsyncIterator()
      _ = try await iterator.next()
      _ = try await iterator.next()
    }
    try await eventually("it waits") { [clock] in
      clock.nextDeadline?.sinceOrigin == .seconds(30)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(alone.reads == 2)
  }

  @Test("of 20,000 recordings of an artist, 5,000 are read, and no more are held")
  func artist20000() async throws {
    let huge = HugeSource(pages: 67, of: 300, by: artist.name)
    var settings = ArtistSongs.Settings()
    settings.pageSize = 500
    var (count, most, isCut) = (0, 0, false)
    for try await page in ArtistSongs(by: artist, sources: [huge], settings: settings, clock: clock)
    {
      count += page.songs.count
      most = max(most, huge.held)
      isCut = page.isCut
    }
    #expect(count == 5_000)
    #expect(isCut)
    #expect(huge.reads == 17)
    #expect(most == 5_000)
    #expect(huge.held == 0)
  }

  @Test("an endless service is read a bounded number of times")
  func serviceNoEnd() async throws {
    let endless = SongSource("endless", Array(repeating: [recording("Same", 1)], count: 10_000))
    let pages = try await pages(songs([endless]) { $0.maximumReads = 50 })
    #expect(ids(pages) == ["Same"])
    #expect(pages.last?.isCut == true)
    #expect(endless.reads == 50)
  }

  @Test("a service that does not answer is given up, and asked again")
  func serviceNotAnswer() async throws {
    let hanging = SongSource("hanging", [[recording("A", 1)]])
    hanging.hold { [clock] in
      try await eventually("the time for an answer runs") { clock.nextDeadline != nil }
      clock.advance(by: .seconds(10))
      let (stream, _) = AsyncStream<Never>.makeStream()
      for await _ in stream {}
    }
    var iterator = songs([hanging]).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.songs.isEmpty == true && first?.isCut == true)
    #expect((first?.failures.first?.error as? CatalogError)?.code == .timedOut)
    hanging.hold {}
    let rest = Task { [clock] in try await clock.wakeNext() }
    let second = try await iterator.next()
    #expect(try await rest.value == .seconds(5))
    #expect(second?.songs.map(\.track.id) == ["A"])
    #expect(second?.isCut == false)
    let more = try await iterator.next()
    #expect(more == nil)
  }

  @Test("a cancelled read throws, and asks no more")
  func cancelledReadingThrows() async throws {
    let source = SongSource("s", Array(repeating: [recording("A", 1)], count: 100))
    let songs = songs([source])
    source.hold { withUnsafeCurrentTask { $0?.cancel() } }
    let task = Task { () -> Bool in
      var iterator = songs.makeAsyncIterator()
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        _ = try await iterator.next()
        return false
      } catch is CancellationError {
        return true
      }
    }
    #expect(try await task.value)
    #expect(source.reads == 0)
  }

  @Test("spoken word is left out with reasons, or kept and marked")
  func spokenWordLeft() async throws {
    let source = SongSource(
      "s",
      [[recording("Song", 9), recording("Chapter 1", 8, genres: ["Audiobooks"])]]
    )
    let pages = try await pages(songs([source]))
    #expect(ids(pages) == ["Song"])
    let verdict = pages.first?.leftOut.first?.speech
    #expect(verdict?.isSpeech == true)
    #expect(verdict?.reasons.first?.kind == .genre)
    #expect(verdict?.reasons.first?.detail == "Audiobooks")
    #expect(verdict.map { "\($0)" }?.hasPrefix("spoken word: genre “Audiobooks” +2.50") == true)
    let kept = try await self.pages(songs([source]) { $0.keepsSpeech = true })
    #expect(kept.first?.songs.map(\.speech.isSpeech) == [false, true])
  }

  @Test("an audiobook with an album's name removes no song")
  func bookAlbumName() async throws {
    let source = SongSource("s", [[recording("Red", 9)]])
    source.albums = [
      ArtistAlbum("Album", types: ["Album"]), ArtistAlbum("Album", types: ["Audiobook"]),
    ]
    #expect(ids(try await pages(songs([source]))) == ["Red"])
    source.albums = [ArtistAlbum("Album", types: ["Audiobook"])]
    #expect(ids(try await pages(songs([source]))).isEmpty)
  }

  @Test("recordings that no player can play are left out")
  func noPlayerPlays() async throws {
    let source = SongSource("s", [[recording("A", 1)]])
    let none = try await pages(songs([source]) { $0.playerTypes = [] })
    #expect(ids(none).isEmpty)
    #expect(ids(try await pages(songs([source]) { $0.playerTypes = [.url] })) == ["A"])
  }

  @Test("names of a million letters match no song", .timeLimit(.minutes(3)))
  func namesMillionLetters() async throws {
    let long = String(repeating: "x & The Band, ", count: 70_000)
    let source = SongSource(
      "s",
      [[recording("A", 1), recording("B", 2, by: long), recording(long, 3, id: "C")]]
    )
    #expect(ids(try await pages(songs([source]))) == ["A"])
  }

  @Test("no service knows the artist")
  func nobodyKnowsArtist() async throws {
    #expect(try await pages(songs([SongSource("s", [])])).isEmpty)
    #expect(try await pages(songs([])).isEmpty)
  }
}

/// A clock whose waits end at once, except for the timeout of a service.
private final class RestlessClock: PlaybackClock {
  /// No pause is this long.
  static let timeout = Duration.seconds(7)
  /// The waits.
  let rests = Recorded<Duration>()
  private let base = ManualClock(skipsWaits: true)

  var now: MonotonicInstant { base.now }
  var date: Date { base.date }

  func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let wait = deadline - now
    // No pause ends while a service is asked, so this is exact.
    if wait == Self.timeout { return ClockTimer {} }
    rests.append(wait)
    return base.schedule(at: deadline, body)
  }
}

/// A track of the tests.
private struct SongTrack: Track {
  let id: String
  let metadata: TrackMetadata
  let playerTypes: [PlayerType] = [.url]
}

/// A service with pages of recordings, which counts how often it is read.
private final class SongSource: DiscoverySource, ArtistRecordingsSource {
  let service: CatalogService
  private let pages: [[ArtistRecording]]
  private let state = Locked(State())

  private struct State {
    var reads = 0
    var albums: [ArtistAlbum] = []
    var failure: (at: Int, error: CatalogError, times: Int)?
    var gate: (@Sendable () async throws -> Void)?
  }

  init(_ name: String, _ pages: [[ArtistRecording]]) {
    service = CatalogService(rawValue: name)
    self.pages = pages
  }

  var reads: Int { state.withLock(\.reads) }

  var albums: [ArtistAlbum] {
    get { state.withLock(\.albums) }
    set { state.withLock { $0.albums = newValue } }
  }

  /// Makes a read fail.
  func fail(at read: Int, _ error: CatalogError, times: Int = 1) {
    state.withLock { $0.failure = (read, error, times) }
  }

  /// Makes each read wait.
  func hold(_ gate: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.gate = gate }
  }

  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    state.withLock { $0.reads = 0 }
    return Reader(source: self, pages: pages[...])
  }

  private func answer() async throws {
    let (gate, error) = state.withLock {
      state -> ((@Sendable () async throws -> Void)?, CatalogError?) in
      state.reads += 1
      guard let failure = state.failure, state.reads >= failure.at,
        state.reads < failure.at + failure.times
      else { return (state.gate, nil) }
      return (state.gate, failure.error)
    }
    try await gate?()
    if let error { throw error }
  }

  private struct Reader: ArtistRecordingsReader {
    let source: SongSource
    var pages: ArraySlice<[ArtistRecording]>

    mutating func nextPage() async throws -> ArtistRecordingsPage? {
      guard let page = pages.first else {
        if source.pages.isEmpty { try await source.answer() }
        return nil
      }
      try await source.answer()
      pages = pages.dropFirst()
      return ArtistRecordingsPage(page, albums: source.albums)
    }
  }
}

/// A service with many recordings, which it makes when they are read. It counts the live ones.
private final class HugeSource: DiscoverySource, ArtistRecordingsSource {
  let service = CatalogService(rawValue: "huge")
  private let pages: Int
  private let size: Int
  private let name: String
  private let count = Locked((reads: 0, held: 0))

  init(pages: Int, of size: Int, by name: String) {
    (self.pages, self.size, self.name) = (pages, size, name)
  }

  var reads: Int { count.withLock(\.reads) }
  var held: Int { count.withLock(\.held) }

  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader { Reader(source: self) }

  private func page(_ number: Int) -> ArtistRecordingsPage {
    count.withLock { $0 = ($0.reads + 1, $0.held + size) }
    return ArtistRecordingsPage(
      (0..<size).map { index in
        let title = "Song \(number * size + index)"
        return ArtistRecording(HeldTrack(title, of: self), popularity: Double(-number))
      }
    )
  }

  private final class HeldTrack: Track {
    let id: String
    let metadata: TrackMetadata
    let playerTypes: [PlayerType] = [.url]
    private let source: HugeSource

    init(_ title: String, of source: HugeSource) {
      (id, self.source) = (title, source)
      metadata = TrackMetadata(title: title, artist: source.name, duration: .seconds(200))
    }

    deinit { source.count.withLock { $0.held -= 1 } }
  }

  private struct Reader: ArtistRecordingsReader {
    let source: HugeSource
    var number = 0

    mutating func nextPage() async throws -> ArtistRecordingsPage? {
      guard number < source.pages else { return nil }
      number += 1
      return source.page(number - 1)
    }
  }
}
