import Dispatch
import MediaLoading
import PlayerKit

/// Says what is in files and behind addresses, without playing them: tags, pictures, chapters, words,
/// format. It needs no engine.
///
/// Of a remote item at most 2 MiB are fetched, in at most ten requests, wherever its index stands. Large
/// pictures are passed over; the text around them is read. Live streams, HLS, lists, and sources that forbid it (``PlayerKit/MediaSource/allowsInspection``) are refused as
/// ``PlayerKit/PlayerError/Code/inspectionRefused``, before they are listened to.
///
/// Threads: any. Many may be asked for at once: a few are looked into at a time, on threads of their own,
/// and the others wait in line. A cancelled task gives its place up, and its requests end. The
/// same source is looked into each time that it is asked for.
public final class MediaInspector: Sendable {
  /// How it works.
  public struct Configuration: Sendable {
    /// How long a server may be silent.
    public var networkTimeout: Duration
    /// How long one remote item may take in all.
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

    /// Makes a configuration.
    public init(
      networkTimeout: Duration = .seconds(10),
      longestInspection: Duration = .seconds(30),
      concurrency: Int = 4,
      cache: MediaCache? = nil,
      looksAtServers: Bool = true,
      reach: MediaSource.Reach = .publicWhereLed
    ) {
      self.networkTimeout = networkTimeout
      self.longestInspection = longestInspection
      self.concurrency = concurrency
      self.cache = cache
      self.looksAtServers = looksAtServers
      self.reach = reach
    }
  }

  /// Larger pictures are not handed out. In bytes.
  package static let largestPicture = 20_000_000

  private let configuration: Configuration
  private let resolvers: [PlayerType: any MediaResolver]
  private let opener: SourceOpener
  private let threads: InspectionThreads
  private let folders = FolderFiles()
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
    threads = InspectionThreads(width: configuration.concurrency)
  }

  deinit { opener.close() }

  /// Looks into a source.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/inspectionRefused`` for what is not to be looked into,
  ///   ``PlayerKit/PlayerError/Code/unsupportedFormat`` for unknown kinds of media, and the loader's
  ///   errors. A cancelled task gets ``PlayerKit/PlayerError/Code/interrupted``.
  public func inspect(_ source: MediaSource) async throws(PlayerError) -> MediaInformation {
    let name = places.name(of: source)
    let found = try await look(into: source, for: .showing)
    return await information(found, name: name, source)
  }

  private func information(
    _ found: Inspection.Finding,
    name: String,
    _ source: MediaSource
  ) async -> MediaInformation {
    var information = found.information(named: name)
    guard case .file(let path) = source.location, information.metadata.artwork == nil else {
      return information
    }
    // The disk is waited for, so not here.
    let beside = await threads.run { [self] in .success(cover(beside: path)) }
    if case .success(let picture?) = beside {
      information.pictures.append(picture)
      information.metadata.artwork = picture.artwork
    }
    return information
  }

  private func cover(beside path: String) -> MediaInformation.Picture? {
    guard let cover = folders.cover(beside: path), let bytes = read(cover, atMost: 64 << 10),
      bytes.size <= Int64(Self.largestPicture)
    else { return nil }
    let head = bytes.bytes(at: 0, count: 64 << 10)
    guard let header = head.withUnsafeBytes({ PictureHeader($0) }) else { return nil }
    return .init(
      kind: .frontCover,
      mimeType: header.format.rawValue,
      byteCount: Int(bytes.size),
      width: header.width,
      height: header.height,
      place: .file(name: cover.split(separator: "/").last.map(String.init) ?? cover),
      artwork: Artwork(path: PicturePlaces.absolute(cover))
    )
  }

  /// A small file, by the loader. Blocks.
  func read(_ path: String, atMost limit: Int64) -> MediaBytes? {
    let limits = MediaBytes.Limits(total: limit + (64 << 10), piece: .max, wholePiece: .max)
    let stream = opener.openForInspection(MediaSource(.file(path: path))).makeStream()
    let bytes = MediaBytes(stream, limits: limits)
    guard (try? bytes.begin()) != nil else { return nil }
    return bytes
  }

  // MARK: Looking

  func look(
    into source: MediaSource,
    for purpose: Inspection.Purpose
  ) async throws(PlayerError) -> Inspection.Finding {
    guard source.allowsInspection else { throw InspectionFailure.forbidden }
    let control = InspectionControl()
    let limit = configuration.longestInspection
    let result = await withTaskCancellationHandler {
      await threads.run { [opener] in
        Result { () throws(PlayerError) in
          let limits = purpose == .showing ? MediaBytes.Limits() : .picture
          let bytes = MediaBytes(
            opener.openForInspection(source, limits: purpose == .showing ? .inspection : .init())
              .makeStream(),
            limits: limits
          )
          if case .file = source.location {} else { control.limit(to: limit) }
          defer { control.end() }
          return try control.run(bytes) { () throws(PlayerError) in
            try Inspection(bytes, for: purpose).find()
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

  /// The source that a picture's name leads to.
  func source(named name: String) -> MediaSource? { places.source(named: name) }

  /// The words in the file beside another one.
  func lyrics(beside path: String) async -> Lyrics? {
    let result = await threads.run { [self] in
      .success(
        folders.lyrics(of: path).flatMap { read($0, atMost: Int64(TagText.longestLyrics)) }
          .flatMap { bytes in
            let count = min(bytes.size, Int64(TagText.longestLyrics))
            return Lyrics(lrc: TextRepair.text(of: bytes.bytes(at: 0, count: Int(count))))
          }
      )
    }
    return (try? result.get()) ?? nil
  }
}
