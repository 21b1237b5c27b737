import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Reads the contents of files and remote media without playing them: tags, pictures, chapters,
/// lyrics, format. It needs no engine.
///
/// Fetches at most 2 MiB of a remote item in at most ten requests, wherever its index is. Skips
/// large pictures and reads the text around them. Refuses live streams, HLS, playlists, and sources
/// that forbid it (``PlayerKit/MediaSource/allowsInspection``) as
/// ``PlayerKit/PlayerError/Code/inspectionRefused``, before reading the stream.
///
/// May be used on any thread, any number of times at once. A few inspections run at a time on their
/// own threads, and the others wait. If a task is cancelled, its inspection and requests end.
/// ``inspect(_:)-(MediaSource)`` reads the source each time. Requests for remote tracks share the
/// last few results, so that tags, lyrics and small pictures need one inspection.
public final class MediaInspector: Sendable {
  /// The configuration of an inspector.
  public struct Configuration: Sendable {
    /// The maximum time without data from a server.
    public var networkTimeout: Duration
    /// The maximum duration of one inspection, from its start.
    public var longestInspection: Duration
    /// The maximum number of simultaneous inspections.
    public var concurrency: Int
    /// A cache that may hold the media already; `nil` for none. The inspector adds nothing to it.
    public var cache: MediaCache?
    /// Whether a queue may inspect remote items, also for their lyrics. Direct requests with a
    /// ``PlayerKit/MediaSource`` are always allowed.
    public var looksAtServers: Bool
    /// The addresses that requests may connect to. A source may restrict them further.
    public var reach: MediaSource.Reach
    /// The folder for finished waveforms, accessible to this user only, with at most a thousand
    /// small files, 66 MB in all. Created if it does not exist. If `nil`, only the last sixteen are
    /// kept, in memory.
    public var waveformFolder: String?
    /// The maximum duration of decoding one item for its waveform.
    public var longestDecoding: Duration

    /// Creates a configuration.
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

  /// The maximum size of a picture in bytes, as an ``PlayerKitMedia/ArtworkLoader`` accepts no
  /// larger ones.
  package static let largestPicture = ArtworkLoader.Configuration().largestPicture

  private let configuration: Configuration
  private let resolvers: [PlayerType: any MediaResolver]
  let opener: SourceOpener
  private let threads: InspectionThreads
  let decoding: InspectionThreads
  let waveforms: WaveformStore
  let folders = FolderFiles()
  let looks = InspectionCache()
  private let turns = MemoryGate()
  private let places = PicturePlaces()

  /// Creates an inspector.
  ///
  /// - Parameter configuration: The settings.
  /// - Parameter resolvers: The resolvers that find the sources of services' tracks. Tracks that
  ///   are ``PlayerKit/URLPlayable`` need none.
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

  /// Inspects a source.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/inspectionRefused`` if the source must not be
  ///   inspected, ``PlayerKit/PlayerError/Code/unsupportedFormat`` for unknown formats, and the
  ///   loader's errors. A cancelled task gets ``PlayerKit/PlayerError/Code/interrupted``.
  public func inspect(_ source: MediaSource) async throws(PlayerError) -> MediaInformation {
    let name = places.name(of: source)
    let look = try await look(into: source, named: name)
    if case .remote = source.location { looks.remember(look, as: name) }
    return look.information
  }

  // MARK: Inspecting

  /// Returns a recent or running inspection of remote media, or else inspects the source now.
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
    // Reading a file again is just as fast, so its pictures are not kept.
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
            body(try Inspection(bytes, for: purpose, turn: MemoryPermit(turns)).find())
          }
        }
      }
    } onCancel: {
      control.cancel(InspectionFailure.cancelled)
    }
    return try result.get()
  }

  /// Returns the source of a track. Throws if no resolver knows it.
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

  /// Returns the source for a name in a picture's key.
  func source(named name: String) -> MediaSource? { places.source(named: name) }
}
