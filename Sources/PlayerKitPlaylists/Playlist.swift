import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a list of media names: M3U, PLS, XSPF, ASX or CUE, read.
///
/// A value that nothing is fetched for. ``items(isFromPublicServer:)`` makes tracks of it.
public struct Playlist: Sendable, Hashable {
  /// One line of the list.
  public struct Entry: Sendable, Hashable {
    /// Where the media is.
    public var location: PlaylistLocation
    /// Where else the same is, to be tried in this order.
    public var alternatives: [PlaylistLocation]
    /// What the list says of it; the length only where it says one above 0.
    public var metadata: TrackMetadata
    /// A picture of it.
    public var artwork: PlaylistLocation?
    /// Header fields for its requests that the list asks for, such as a user agent.
    public var headers: [String: String]
    /// The part of the media that is meant, as a CUE sheet has it.
    public var clip: Clip?

    /// Makes an entry.
    public init(
      _ location: PlaylistLocation,
      alternatives: [PlaylistLocation] = [],
      metadata: TrackMetadata = TrackMetadata(),
      artwork: PlaylistLocation? = nil,
      headers: [String: String] = [:],
      clip: Clip? = nil
    ) {
      self.location = location
      self.alternatives = alternatives
      self.metadata = metadata
      self.artwork = artwork
      self.headers = headers
      self.clip = clip
    }
  }

  /// The name of the list.
  public var title: String?
  /// What it names, in order.
  public var entries: [Entry]
  /// Whether there were more entries than the limits allow. Those are left out.
  public var isTruncated: Bool
  /// The list's own address.
  public var location: PlaylistLocation?

  /// Makes a list.
  public init(
    title: String? = nil,
    entries: [Entry] = [],
    isTruncated: Bool = false,
    location: PlaylistLocation? = nil
  ) {
    self.title = title
    self.entries = entries
    self.isTruncated = isTruncated
    self.location = location
  }
}

/// Where a list is, or what it names.
public enum PlaylistLocation: Sendable, Hashable {
  /// An address.
  case url(URL)
  /// A local file.
  case path(String)
}

/// How much of a list is read.
public struct PlaylistLimits: Sendable, Hashable {
  /// The most entries.
  public var entries: Int
  /// The most bytes. A longer list is ``PlaylistError/tooLarge``.
  public var bytes: Int

  /// Makes limits; below 0 counts as 0.
  public init(entries: Int, bytes: Int) {
    self.entries = max(0, entries)
    self.bytes = max(0, bytes)
  }

  /// For what a server sends: 1,000 entries, 2 MiB.
  public static let server = PlaylistLimits(entries: 1_000, bytes: 2 << 20)
  /// For local files: a million entries, 256 MiB.
  public static let local = PlaylistLimits(entries: 1_000_000, bytes: 256 << 20)
}

/// Why a list could not be read.
public enum PlaylistError: Error, Sendable, Hashable {
  /// It is none that is known.
  case notAPlaylist
  /// It is one of HLS: its parts are one media.
  case hls
  /// It has more bytes than the limits allow.
  case tooLarge
  /// It begins as a list, and can't be read, or defines entities of its own.
  case malformed
  /// The list can't be written in this format.
  case unknownFormat
}

extension PlayerError {
  /// Why a list could not be played.
  public init(_ error: PlaylistError) {
    switch error {
    case .notAPlaylist: self.init(.unsupportedFormat, "This is no playlist.", underlying: error)
    case .hls: self.init(.unsupportedFormat, "This is a playlist of HLS.", underlying: error)
    case .tooLarge: self.init(.unsupportedFormat, "The playlist is too large.", underlying: error)
    case .malformed:
      self.init(.unsupportedFormat, "The playlist can't be read.", underlying: error)
    case .unknownFormat:
      self.init(.unsupportedFormat, "Playlists have no such format.", underlying: error)
    }
  }
}
