#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the bytes of a track come from. What a ``MediaResolver`` makes of a track.
public struct MediaSource: Sendable {
  /// The place.
  @nonexhaustive public enum Location: Sendable {
    /// Audio at an http or https URL. Other schemes are refused as ``PlayerError/Code/blockedURL``.
    case remote(URL)
    /// A local file, by its path: only from a caller who means a local file.
    case file(path: String)
    /// Bytes that the app supplies.
    case bytes(any ByteSource)
  }

  /// The place.
  public var location: Location
  /// Header fields for requests to the location's host; not sent on to another host.
  public var headers: [String: String]
  /// Which addresses its bytes may come from; `nil`: as the engine is set up. An engine that is set
  /// up for fewer stays with those.
  ///
  /// Who makes a source of what a server named (the entry of its playlist) gives it the reach that
  /// the server had. Of a ``Location/remote(_:)`` alone.
  public var reach: Reach?
  /// Names the media for good, for a cache on disk: equal for the same media, whatever its address
  /// is now, and different for any other media of the app. Best the service's name and its id of
  /// the track. What lies whole on the disk under this name is played in place of
  /// ``Location/bytes(_:)``. `nil`: it is not kept.
  public var cacheKey: String?
  /// Whether those who have the rights let the media be kept. What the server says comes on top.
  public var allowsCaching: Bool
  /// How the server sends the media from a later second on, where it can't be sought in: a
  /// transcode. `nil`: it does not. Of a ``Location/remote(_:)`` alone. What has them is opened
  /// anew for each seek.
  public var timeOffsets: TimeOffsets?
  /// Whether it may sound at the same time as other media, as in a crossfade. Where one of two
  /// tracks forbids it, they follow each other without a gap. Some services' terms do.
  public var allowsCrossfade = true
  /// Whether it may be looked into for tags, pictures and chapters before it is played. What is
  /// made for one listening alone, such as a transcode that a server begins with the first request,
  /// says no.
  public var allowsInspection = true
  /// How loud it is, as its service says. It counts where the tags of the media say nothing; see
  /// ``Loudness``.
  public var replayGain: ReplayGain?
  /// Finds the source anew, where a server refuses its address (401, 403, 404, 410) as it does when
  /// that has expired: before the first byte, or in the middle. `nil`: a refusal is final.
  ///
  /// Asked at most once for each stream of the source, and cancelled where the stream is no longer
  /// wanted. What it gives must be the same media at another ``Location/remote(_:)``; what it
  /// throws is why the track fails.
  public var renewal: (@Sendable () async throws -> MediaSource)?
  /// Where else the same is, such as the mirrors of a station. Where a source fails before its
  /// first byte has come, or sends a page for browsers, the next one is tried, in this order, for a
  /// minute; the failure is then that of the last. A live stream that ceases in the middle goes on
  /// with those that were not tried yet, where they send the same type. Only the first nine count.
  public var alternatives: [MediaSource] = []
  /// Finds another place where neither the source nor an alternative can be opened: a station's
  /// host may be gone for good. `nil`: then it fails.
  ///
  /// Asked at most once for each stream of the source, within the minute of ``alternatives``, and
  /// cancelled where the stream is no longer wanted. Where it throws, the failure of the last
  /// source stands.
  public var replacement: (@Sendable () async throws -> MediaSource)?
  /// So many alternatives count. That bounds the requests.
  package static let maximumAlternatives = 9
  /// Why the first bytes are an answer of the service and no media; `nil` if they may be media.
  /// Asked under no lock, on a thread of the loader.
  package var refusal: (@Sendable (_ head: [UInt8]) -> PlayerError?)?
  /// The lists that named it.
  package var listOrigin: ListOrigin?

  /// Makes a source.
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
  /// The same media from later seconds on.
  public struct TimeOffsets: Sendable {
    /// How long the media is.
    public var duration: Duration
    /// Where it is from so many seconds on: at the host of the whole, with the same header fields.
    /// It begins there, with the time 0.
    public var address: @Sendable (_ seconds: Int) -> URL

    /// Makes offsets.
    public init(duration: Duration, address: @escaping @Sendable (_ seconds: Int) -> URL) {
      self.duration = duration
      self.address = address
    }
  }
}

extension MediaSource: CustomStringConvertible, CustomReflectable {
  /// The kind of place: addresses and headers may hold secrets.
  public var description: String {
    switch location {
    case .remote(let url): "remote source at \(url.host() ?? "no host")"
    case .file: "local file"
    case .bytes: "bytes of the app"
    }
  }

  /// As ``description``.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
