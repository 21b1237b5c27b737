import PlayerKitServices
import PlayerKit

/// An artist's songs from all catalogs that an app has: each recording once, popular ones first, without spoken
/// word.
///
/// ```swift
/// for try await page in ArtistSongs(by: ArtistReference("The Example Band"), sources: services.discoverySources) {
///   show(page.songs)
/// }
/// ```
///
/// A page comes as soon as there are songs enough for it: the catalogs are read no further than the pages that are
/// asked for need. Pages never change. So a page is in the order of what is known when it is given, and no song
/// comes twice. Songs that no service ranks come last, when all services are read.
///
/// Each iteration reads anew. A service that fails is told in ``ArtistSongsPage/failures``, left alone as long as it
/// asks for, and asked again. Where all that have more rest, what is there comes at once, and the next
/// ``Iterator/next()`` waits for them: see ``Settings/longestWait``. May be used on any thread; the services are asked
/// at once, each for one page at a time.
public struct ArtistSongs: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = ArtistSongsPage

  /// What bounds the reading.
  public struct Settings: Sendable {
    /// How many songs a page has; the last one may have fewer.
    public var pageSize = 25
    /// How many recordings are taken at most: an artist may have tens of thousands.
    public var mostRecordings = 5_000
    /// How many pages of services are read at most. Each costs a request, or a few.
    public var mostReads = 1_000
    /// How long a service may take for a page before it counts as failed.
    public var patience = Duration.seconds(10)
    /// How long to wait at most, after the last answer, while all services that have more are left alone. If the
    /// first of them may be asked only after that, the list ends without what they have.
    public var longestWait = Duration.seconds(300)
    /// Whether spoken word stays in. It is marked then.
    public var keepsSpeech = false
    /// The players that there are: what none of them plays is left out, but counts for the order. `nil`:
    /// everything is played.
    public var playerTypes: Set<PlayerType>?

    /// The usual.
    public init() {}
  }

  private let artist: ArtistReference
  private let sources: [any DiscoverySource]
  private let settings: Settings
  private let clock: any CatalogClock

  /// Makes the sequence. Sends nothing before it is iterated.
  ///
  /// - Parameter sources: who is asked, the preferred first: of a recording that several have, the track of the
  ///   first is taken. Those that list no recordings are left out.
  public init(
    by artist: ArtistReference,
    sources: [any DiscoverySource],
    settings: Settings = Settings(),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.artist = artist
    self.sources = sources
    self.settings = settings
    self.clock = clock
  }

  /// What reads the pages.
  public func makeAsyncIterator() -> Iterator {
    let readings = sources.enumerated().compactMap { index, source in
      source.artistRecordings.map {
        SongReading(source: index, service: source.service, reader: $0.recordings(by: artist))
      }
    }
    return Iterator(
      shelf: SongShelf(artist: artist, settings: settings),
      readings: readings,
      settings: settings,
      clock: clock
    )
  }

  /// Reads the pages, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private var shelf: SongShelf
    private var readings: [SongReading]
    private var rests = SourceRests()
    private var reads = 0
    /// How long was waited since a service answered.
    private var waited = Duration.zero
    /// Whether nobody is waited for any more.
    private var isGivenUp = false
    private let settings: Settings
    private let clock: any CatalogClock

    fileprivate init(
      shelf: SongShelf,
      readings: [SongReading],
      settings: Settings,
      clock: any CatalogClock
    ) {
      self.shelf = shelf
      self.readings = readings
      self.settings = settings
      self.clock = clock
    }

    /// The next page; `nil` after the last, and ever after.
    ///
    /// Waits while all services that have more are left alone. A page without songs tells who failed again.
    ///
    /// - Throws: `CancellationError` alone, soon after the task is cancelled: what failed stands in the page. Called
    ///   again, it goes on where it was.
    public mutating func next() async throws -> ArtistSongsPage? {
      while true {
        try Task.checkCancellation()
        let unread = readings.indices.filter { !readings[$0].isAtEnd }
        if unread.isEmpty || shelf.isFull || reads >= settings.mostReads || isGivenUp {
          return shelf.lastPage(isCut: !unread.isEmpty)
        }
        let now = clock.uptime
        let waits = unread.map { rests.rest(of: readings[$0].service, at: now)?.retryAfter }
        let open = zip(unread, waits).filter { $1 == nil }.map(\.0)
        if open.isEmpty {
          let rest = waits.compactMap(\.self).min() ?? .zero
          isGivenUp = waited + rest > settings.longestWait
          if isGivenUp { continue }
          if let page = shelf.pageSoFar() { return page }
          try await clock.sleep(for: rest)
          waited += rest
          continue
        }
        // Each is heard before the first page: what is heard most may be at any of them.
        if open.allSatisfy({ readings[$0].hasShown }), let page = shelf.page() { return page }
        try await read(open.prefix(settings.mostReads - reads))
      }
    }

    /// Asks services for a page each, all at once.
    private mutating func read(_ open: ArraySlice<Int>) async throws {
      reads += open.count
      let (readings, patience, clock) = (readings, settings.patience, clock)
      let answers = await withTaskGroup { group in
        for index in open {
          group.addTask { (index, await readings[index].asked(patience, clock)) }
        }
        return await group.reduce(into: [Int: SongReading.Answer]()) { $0[$1.0] = $1.1 }
      }
      try Task.checkCancellation()
      // In the order of the sources, whoever was first: so the same answers give the same pages.
      for (index, answer) in answers.sorted(by: { $0.key < $1.key }) {
        let (source, service) = (readings[index].source, readings[index].service)
        switch answer {
        case .success(let (reader, page)):
          rests.answered(service)
          waited = .zero
          self.readings[index].took(page, reader)
          if let page { shelf.add(page, from: source, service) }
        case .failure(let error):
          shelf.add(rests.failed(service, error, at: clock.uptime))
        }
      }
    }
  }
}

/// How far the recordings of one service are read.
struct SongReading: Sendable {
  typealias Answer = Result<(any ArtistRecordingsReader, ArtistRecordingsPage?), any Error>

  let source: Int
  let service: CatalogService
  private var reader: any ArtistRecordingsReader
  /// Whether it gave recordings.
  private(set) var hasShown = false
  /// Whether there is no more.
  private(set) var isAtEnd = false

  init(source: Int, service: CatalogService, reader: any ArtistRecordingsReader) {
    self.source = source
    self.service = service
    self.reader = reader
  }

  /// What the service gives next, and the reader behind it.
  func asked(_ patience: Duration, _ clock: any CatalogClock) async -> Answer {
    do {
      let reader = reader
      return .success(
        try await clock.within(patience) {
          var reader = reader
          let page = try await reader.nextPage()
          return (reader, page)
        }
      )
    } catch {
      return .failure(error)
    }
  }

  /// A page came; `nil`: there is no more.
  mutating func took(_ page: ArtistRecordingsPage?, _ reader: any ArtistRecordingsReader) {
    self.reader = reader
    guard let page else {
      isAtEnd = true
      return
    }
    if !page.recordings.isEmpty { hasShown = true }
  }
}
