import PlayerKitSystem

/// The source of a track's bytes, as a ``MediaResolver`` returns it.
public struct MediaSource: Sendable {
  /// The location of the bytes.
  @nonexhaustive public enum Location: Sendable {
    /// Audio at an HTTP or HTTPS URL. Other schemes are refused as ``PlayerError/Code/blockedURL``.
    case remote(URL)
    /// A local file, by its path. Use it only if the caller intends a local file.
    case file(path: String)
    /// Bytes that the app supplies.
    case bytes(any ByteSource)
  }

  /// The location of the bytes.
  public var location: Location
  /// Header fields for requests to the location's host; they are not sent to other hosts.
  public var headers: [String: String]
  /// The addresses that the bytes may come from; `nil` for the engine's setting. An engine with a
  /// stricter limit keeps it.
  ///
  /// If a server named the address, such as an entry of its playlist, set the reach that the server
  /// had. Applies only to a ``Location/remote(_:)``.
  public var reach: Reach?
  /// A permanent name of the media for a disk cache: equal for the same media, regardless of its
  /// current address, and different for any other media of the app. Best is the service's name and
  /// its id of the track. Completely cached media under this key plays instead of
  /// ``Location/bytes(_:)``. `nil` if the media must not be cached.
  public var cacheKey: String?
  /// Whether the rights holders allow caching. The server's headers apply in addition.
  public var allowsCaching: Bool
  /// How the server sends the media from a later second on if it is not seekable, as with a
  /// transcode; `nil` if it cannot. Applies only to a ``Location/remote(_:)``. The media is opened
  /// again for each seek.
  public var timeOffsets: TimeOffsets?
  /// Whether the media may play at the same time as other media, as in a crossfade. If one of two
  /// tracks forbids it, as some services' terms do, they follow each other without a gap.
  public var allowsCrossfade = true
  /// Whether the media may be inspected for tags, pictures and chapters before it plays. Set
  /// `false` for media made for a single playback, such as a transcode that a server begins with
  /// the first request.
  public var allowsInspection = true
  /// The loudness according to the service. It applies if the media's tags have none; see
  /// ``Loudness``.
  public var replayGain: ReplayGain?
  /// Resolves the source again if a server refuses its address (401, 403, 404, 410), as it does for
  /// an expired one: before the first byte, or in the middle. `nil` if a refusal is final.
  ///
  /// Called at most once for each stream of the source, and canceled if the stream is no longer
  /// wanted. It must return the same media at another ``Location/remote(_:)``; if it throws, the
  /// track fails with that error.
  public var renewal: (@Sendable () async throws -> MediaSource)?
  /// Other sources of the same media, such as the mirrors of a station. If a source fails before
  /// its first byte, or sends a web page, the next one is tried, in this order, for up to a minute.
  /// The error is then the one of the last source. A live stream that ends in the middle continues
  /// with the alternatives that were not tried yet, if they send the same type. Only the first nine
  /// are used.
  public var alternatives: [MediaSource] = []
  /// Finds another source if neither the source nor an alternative can be opened, because a
  /// station's host may be gone for good. `nil` if the source should fail then.
  ///
  /// Called at most once for each stream of the source, within the minute of ``alternatives``, and
  /// canceled if the stream is no longer wanted. If it throws, the error of the last source stands.
  public var replacement: (@Sendable () async throws -> MediaSource)?
  /// The maximum number of alternatives, which limits the requests.
  package static let maximumAlternatives = 9
  /// Returns an error if the first bytes are a response of the service rather than media; `nil` if
  /// they may be media. Called under no lock, on a thread of the loader.
  package var refusal: (@Sendable (_ head: [UInt8]) -> PlayerError?)?
  /// The lists that named the source.
  package var listOrigin: ListOrigin?

  /// Creates a source.
  public init(
    _ location: Location,
    headers: [String: String] = [:],
    reach: Reach? = nil,
    cacheKey: String? = nil,
    allowsCaching: Bool = true,
    renewal: (@Sendable () async throws -> MediaSource)? = nil
  ) {
    self.location = location
    self.headers = headers
    self.reach = reach
    self.cacheKey = cacheKey
    self.allowsCaching = allowsCaching
    self.renewal = renewal
  }
}

extension MediaSource {
  /// The addresses of the same media from later seconds on.
  public struct TimeOffsets: Sendable {
    /// The length of the media.
    public var duration: Duration
    /// Returns the address of the media from a second on, on the same host and with the same header
    /// fields. It begins there, at time 0.
    public var address: @Sendable (_ seconds: Int) -> URL

    /// Creates offsets.
    public init(duration: Duration, address: @escaping @Sendable (_ seconds: Int) -> URL) {
      self.duration = duration
      self.address = address
    }
  }
}

extension MediaSource: CustomStringConvertible, CustomReflectable {
  /// The kind of location only, because addresses and headers may hold secrets.
  public var description: String {
    switch location {
    case .remote(let url): "remote source at \(url.host() ?? "no host")"
    case .file: "local file"
    case .bytes: "bytes of the app"
    }
  }

  /// The same as ``description``.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MediaSource {
  /// The addresses that requests may connect to.
  public typealias Reach = NetworkScope
}
