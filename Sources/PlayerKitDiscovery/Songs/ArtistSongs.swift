import PlayerKit
import PlayerKitServices

/// An artist's songs from all catalogs of an app: each recording once, popular ones first, without
/// spoken word.
///
/// ```swift
/// let artist = ArtistReference("The Example Band")
/// for try await page in ArtistSongs(by: artist, sources: services.discoverySources) {
///   show(page.songs)
/// }
/// ```
///
/// A page is available as soon as there are enough songs for it. The catalogs are read only for the
/// requested pages. Pages never change: a page has the order known when it is returned, and no song
/// repeats. Songs without a popularity come last, after all services have been read.
///
/// Each iteration reads again. ``ArtistSongsPage/failures`` contains failed services. A failed
/// service is left alone for as long as it requests, and then asked again. If all services with
/// more songs are left alone, the known songs come immediately, and the next ``Iterator/next()``
/// waits for the services: see ``Settings/longestWait``. May be used on any thread. The services
/// are asked concurrently, each for one page at a time.
public struct ArtistSongs: AsyncSequence, Sendable {
  /// A page of songs.
  public typealias Element = ArtistSongsPage

  /// The limits of the reading.
  public struct Settings: Sendable {
    /// The number of songs in a page. The last page may have fewer.
    public var pageSize = 25
    /// The maximum number of recordings. An artist may have tens of thousands.
    public var maximumRecordings = 5_000
    /// The maximum number of pages to read from services. Each costs one or a few requests.
    public var maximumReads = 1_000
    /// The time limit for a service's page. After that the service counts as failed.
    public var timeout = Duration.seconds(10)
    /// The maximum time to wait, since the last answer, while no service with more songs may be
    /// asked. If even the first of them may be asked only after that, the list ends without their
    /// songs.
    public var longestWait = Duration.seconds(300)
    /// Whether to keep spoken word. It is marked then.
    public var keepsSpeech = false
    /// The available players. Recordings that none of them plays are left out, but count for the
    /// order. `nil` to keep all recordings.
    public var playerTypes: Set<PlayerType>?

    /// Makes the default settings.
    public init() {}
  }

  private let artist: ArtistReference
  private let sources: [any DiscoverySource]
  private let settings: Settings
  private let clock: any PlaybackClock

  /// Makes the sequence. It sends nothing before it is iterated.
  ///
  /// - Parameter artist: The artist, by name or ids.
  /// - Parameter settings: The rules of the sequence.
  /// - Parameter clock: The clock, which tests replace.
  /// - Parameter sources: The services to ask, the preferred one first. If several have a
  ///   recording, the track of the first one is used. Sources that list no recordings are ignored.
  public init(
    by artist: ArtistReference,
    sources: [any DiscoverySource],
    settings: Settings = Settings(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.artist = artist
    self.sources = sources
    self.settings = settings
    self.clock = clock
  }

  /// Makes an iterator over the pages.
  public func makeAsyncIterator() -> Iterator {
    let readings = sources.enumerated().compactMap { index, source in
      source.artistRecordings.map {
        SongReading(source: index, service: source.service, reader: $0.recordings(by: artist))
      }
    }
    return Iterator(
      ranking: SongRanking(artist: artist, settings: settings),
      readings: readings,
      settings: settings,
      clock: clock
    )
  }

  /// Reads the pages one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private var ranking: SongRanking
    private var readings: [SongReading]
    private var rests = SourceRests()
    private var reads = 0
    /// The time waited since a service last answered.
    private var waited = Duration.zero
    /// Whether the iterator has stopped waiting for services.
    private var isGivenUp = false
    private let settings: Settings
    private let clock: any PlaybackClock

    fileprivate init(
      ranking: SongRanking,
      readings: [SongReading],
      settings: Settings,
      clock: any PlaybackClock
    ) {
      self.ranking = ranking
      self.readings = readings
      self.settings = settings
      self.clock = clock
    }

    /// Returns the next page. Returns `nil` after the last page, also on further calls.
    ///
    /// Waits while no service with more songs may be asked. A page without songs reports services
    /// that failed again.
    ///
    /// - Throws: Only `CancellationError`, soon after the task is canceled. The page contains other
    ///   failures. The next call continues at the same place.
    public mutating func next() async throws -> ArtistSongsPage? {
      while true {
        try Task.checkCancellation()
        let unread = readings.indices.filter { !readings[$0].isAtEnd }
        if unread.isEmpty || ranking.isFull || reads >= settings.maximumReads || isGivenUp {
          return ranking.lastPage(isCut: !unread.isEmpty)
        }
        let now = clock.uptime
        let waits = unread.map { rests.rest(of: readings[$0].service, at: now)?.retryAfter }
        let open = zip(unread, waits).filter { $1 == nil }.map(\.0)
        if open.isEmpty {
          let rest = waits.compactMap(\.self).min() ?? .zero
          isGivenUp = waited + rest > settings.longestWait
          if isGivenUp { continue }
          if let page = ranking.pageSoFar() { return page }
          try await clock.sleep(for: rest)
          waited += rest
          continue
        }
        // Each service is read before the first page, since any of them may have the most popular
        // songs.
        if open.allSatisfy({ readings[$0].hasShown }), let page = ranking.page() { return page }
        try await read(open.prefix(settings.maximumReads - reads))
      }
    }

    /// Asks services for one page each, concurrently.
    private mutating func read(_ open: ArraySlice<Int>) async throws {
      reads += open.count
      let (readings, timeout, clock) = (readings, settings.timeout, clock)
      let answers = await withTaskGroup { group in
        for index in open {
          group.addTask { (index, await readings[index].asked(timeout, clock)) }
        }
        return await group.reduce(into: [Int: SongReading.Answer]()) { $0[$1.0] = $1.1 }
      }
      try Task.checkCancellation()
      // In the order of the sources, regardless of arrival, so that the same answers give the same
      // pages.
      for (index, answer) in answers.sorted(by: { $0.key < $1.key }) {
        let (source, service) = (readings[index].source, readings[index].service)
        switch answer {
        case .success(let (reader, page)):
          rests.answered(service)
          waited = .zero
          self.readings[index].took(page, reader)
          if let page { ranking.add(page, from: source, service) }
        case .failure(let error):
          ranking.add(rests.failed(service, error, at: clock.uptime))
        }
      }
    }
  }
}

/// The progress of reading the recordings of one service.
struct SongReading: Sendable {
  typealias Answer = Result<(any ArtistRecordingsReader, ArtistRecordingsPage?), any Error>

  let source: Int
  let service: CatalogService
  private var reader: any ArtistRecordingsReader
  /// Whether the service has returned recordings.
  private(set) var hasShown = false
  /// Whether there are no more recordings.
  private(set) var isAtEnd = false

  init(source: Int, service: CatalogService, reader: any ArtistRecordingsReader) {
    self.source = source
    self.service = service
    self.reader = reader
  }

  /// Returns the service's next page, and the reader after it.
  func asked(_ timeout: Duration, _ clock: any PlaybackClock) async -> Answer {
    do {
      let reader = reader
      return .success(
        try await clock.within(timeout) {
          var reader = reader
          let page = try await reader.nextPage()
          return (reader, page)
        }
      )
    } catch {
      return .failure(error)
    }
  }

  /// Records a page. `nil` if there are no more recordings.
  mutating func took(_ page: ArtistRecordingsPage?, _ reader: any ArtistRecordingsReader) {
    self.reader = reader
    guard let page else {
      isAtEnd = true
      return
    }
    if !page.recordings.isEmpty { hasShown = true }
  }
}
