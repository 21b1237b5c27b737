import PlayerKitSystem
import PlayerKitMedia
import PlayerKit

/// Says what is in files and behind addresses, without playing them: tags, pictures, chapters, words,
/// format. It needs no engine.
///
/// Of a remote item at most 2 MiB are fetched, in at most ten requests, wherever its index stands. Large
/// pictures are passed over; the text around them is read. Live streams, HLS, lists, and sources that forbid it (``PlayerKit/MediaSource/allowsInspection``) are refused as
/// ``PlayerKit/PlayerError/Code/inspectionRefused``, before they are listened to.
///
/// Threads: any. Many may be asked for at once: a few are looked into at a time, on threads of their own,
/// and the others wait in line. A cancelled task gives its place up, and its requests end.
/// ``inspect(_:)-(MediaSource)`` reads the source each time. Requests for tracks at servers share the last few
/// results: tags, lyrics and small pictures need one look.
public final class MediaInspector: Sendable {
  /// How it works.
  public struct Configuration: Sendable {
    /// How long a server may be silent.
    public var networkTimeout: Duration
    /// How long one item may take in all, from its turn on.
    public var longestInspection: Duration
    /// How many are looked into at a time.
    public var concurrency: Int
    /// Where media lies on the disk already; nothing is added to it. `nil`: nowhere.
    public var cache: MediaCache?
    /// Whether items at servers are looked into for a queue, and for their words. Asked for directly
    /// (by a ``PlayerKit/MediaSource``), they are in any case.
    public var looksAtServers: Bool
    /// Which addresses requests may connect to; a source may narrow it.
    public var reach: MediaSource.Reach
    /// Where waveforms are kept that were made once: a folder for this user alone, of at most a thousand small
    /// files, 66 MB in all. It is made where it is not there. `nil`: the last sixteen are kept in memory alone.
    public var waveformFolder: String?
    /// How long the decoding of one item may take in all, for its waveform.
    public var longestDecoding: Duration

    /// Makes a configuration.
    public init(
      networkTimeout: Duration = .seconds(10),
      longestInspection: Duration = .seconds(30),
      concurrency: Int = 4,
      cache: MediaCache? = nil,
      looksAtServers: Bool = true,
      reach: MediaSource.Reach = .publicAfterRedirect,
      waveformFolder: String? = nil,
      longestDecoding: Duration = .seconds(600)
    ) {
      self.networkTimeout = networkTimeout
      self.longestInspection = longestInspection
      self.concurrency = concurrency
      self.cache = cache
      self.looksAtServers = looksAtServers
      self.reach = reach
      self.waveformFolder = waveformFolder
      self.longestDecoding = longestDecoding
    }
  }

  /// Larger pictures are not handed out, as an ``PlayerKitMedia/ArtworkLoader`` takes no larger ones. In bytes.
  package static let largestPicture = ArtworkLoader.Configuration().largestPicture

  private let configuration: Configuration
  private let resolvers: [PlayerType: any MediaResolver]
  let opener: SourceOpener
  private let threads: InspectionThreads
  let decoding: InspectionThreads
  let waveforms: WaveformStore
  let folders = FolderFiles()
  let looks = SharedLooks()
  private let turns = LargeTurns()
  private let places = PicturePlaces()

  /// Makes an inspector.
  ///
  /// - Parameter resolvers: Find the sources of services' tracks. Tracks that are
  ///   ``PlayerKit/URLPlayable`` need none.
  public init(
    _ configuration: Configuration = Configuration(),
    resolvers: [any MediaResolver] = []
  ) {
    self.configuration = configuration
    self.resolvers = Dictionary(resolvers.map { ($0.playerType, $0) }) { first, _ in first }
    opener = SourceOpener(
      LoadingSettings(
        networkTimeout: configuration.networkTimeout,
        cache: configuration.cache,
        reach: configuration.reach
      )
    )
    threads = InspectionThreads(
      width: configuration.concurrency,
      limit: configuration.longestInspection
    )
    decoding = InspectionThreads(width: 2, limit: configuration.longestDecoding)
    waveforms = WaveformStore(folder: configuration.waveformFolder)
  }

  deinit { opener.close() }

  /// Looks into a source.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/inspectionRefused`` for what is not to be looked into,
  ///   ``PlayerKit/PlayerError/Code/unsupportedFormat`` for unknown kinds of media, and the loader's
  ///   errors. A cancelled task gets ``PlayerKit/PlayerError/Code/interrupted``.
  public func inspect(_ source: MediaSource) async throws(PlayerError) -> MediaInformation {
    let name = places.name(of: source)
    let look = try await look(into: source, named: name)
    if case .remote = source.location { looks.remember(look, as: name) }
    return look.information
  }

  // MARK: Looking

  /// What was found in media that is at a server, not long ago or now; of other media what is found now.
  func sharedLook(into source: MediaSource) async throws(PlayerError) -> Look {
    let name = places.name(of: source)
    guard case .remote = source.location, source.allowsInspection else {
      return try await look(into: source, named: name)
    }
    return try await looks.look(named: name) { () async throws(PlayerError) -> Look in
      try await look(into: source, named: name)
    }
  }

  private func look(into source: MediaSource, named name: String) async throws(PlayerError) -> Look
  {
    var path: String?
    if case .file(let file) = source.location { path = file }
    // A file is read again as fast.
    let purpose = Inspection.Purpose.showing(keepsSmallPictures: path == nil)
    return try await look(into: source, for: purpose) { [self, path] found in
      var information = found.information(named: name)
      if let path { addWhatIsBeside(path, to: &information) }
      return Look(information: information, pictures: found.keptPictures)
    }
  }

  func look<Value: Sendable>(
    into source: MediaSource,
    for purpose: Inspection.Purpose,
    _ body: @escaping @Sendable (Inspection.Finding) -> Value
  ) async throws(PlayerError) -> Value {
    guard source.allowsInspection else { throw InspectionFailure.forbidden }
    let control = InspectionControl()
    let result = await withTaskCancellationHandler {
      await threads.run {
        control.cancel(InspectionFailure.late)
      } _: { [opener, turns] in
        Result { () throws(PlayerError) in
          var limits = purpose.isShowing ? MediaBytes.Limits() : .picture
          var isLocal = false
          if case .file = source.location { (isLocal, limits.walk) = (true, limits.total) }
          let bytes = MediaBytes(
            opener.openForInspection(
              source,
              limits: purpose.isShowing ? .inspection : .pictureWithin
            ).makeStream(),
            isLocal: isLocal,
            limits: limits
          )
          defer { control.end() }
          return try control.run(bytes) { () throws(PlayerError) in
            body(try Inspection(bytes, for: purpose, turn: LargeTurn(turns)).find())
          }
        }
      }
    } onCancel: {
      control.cancel(InspectionFailure.cancelled)
    }
    return try result.get()
  }

  /// The source of a track; `nil`: nobody knows it.
  func source(of track: any Track) async throws -> MediaSource {
    if let track = track as? any URLPlayable { return try track.mediaSource() }
    guard let resolver = track.playerType.flatMap({ resolvers[$0] }) else {
      throw InspectionFailure.noPlace
    }
    if let source = try resolver.resolveNow(track) { return source }
    return try await resolver.resolve(track)
  }

  var looksAtServers: Bool { configuration.looksAtServers }

  func hasResolver(for type: PlayerType) -> Bool { resolvers[type] != nil }

  func name(of source: MediaSource) -> String { places.name(of: source) }

  /// The source that a picture's name leads to.
  func source(named name: String) -> MediaSource? { places.source(named: name) }
}
