import PlayerKit
import PlayerKitSystem

/// The content of a playlist: M3U, PLS, XSPF, ASX, WPL or CUE.
///
/// A plain value; it fetches nothing. ``items(isFromPublicServer:)`` turns it into tracks.
public struct Playlist: Sendable, Hashable {
  /// One entry of the list.
  public struct Entry: Sendable, Hashable {
    /// The location of the media.
    public var location: PlaylistLocation
    /// Other locations of the same media, in the order to try them.
    public var alternatives: [PlaylistLocation]
    /// The metadata from the list. The duration is set only if it is above 0.
    public var metadata: TrackMetadata
    /// The location of its artwork.
    public var artwork: PlaylistLocation?
    /// Header fields that the list sets for requests, such as a user agent.
    public var headers: [String: String]
    /// The part of the media to play, for example from a CUE sheet.
    public var clip: Clip?
    /// The location from the raw bytes of the list, if it is not UTF-8: the file's name may not be
    /// UTF-8 either.
    package var written: PlaylistLocation?

    /// Creates an entry.
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

  /// The title of the list.
  public var title: String?
  /// The entries, in order.
  public var entries: [Entry]
  /// Whether entries beyond the limits were left out.
  public var isTruncated: Bool
  /// The location of the list itself.
  public var location: PlaylistLocation?

  /// Creates a list.
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

/// The location of a list or of its media.
public enum PlaylistLocation: Sendable, Hashable {
  /// A URL.
  case url(URL)
  /// The path of a local file.
  case path(String)
}

/// How much of a list is read.
public struct PlaylistLimits: Sendable, Hashable {
  /// The maximum number of entries.
  public var entries: Int
  /// The maximum number of bytes. A longer list fails with ``PlaylistError/tooLarge``.
  public var bytes: Int

  /// Creates limits. Values below 0 count as 0.
  public init(entries: Int, bytes: Int) {
    self.entries = max(0, entries)
    self.bytes = max(0, bytes)
  }

  /// Limits for lists from servers: 1,000 entries, 2 MiB.
  public static let server = PlaylistLimits(entries: 1_000, bytes: 2 << 20)
  /// Limits for local files: a million entries, 256 MiB.
  public static let local = PlaylistLimits(entries: 1_000_000, bytes: 256 << 20)
}

/// The reason why a playlist can't be read or written.
public struct PlaylistError: Error, Sendable, Hashable {
  /// The kind of failure. More may be added: switch with a `default`.
  public let code: Code
  /// What happened, in English, for people.
  public let message: String

  private init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The kind of a ``PlaylistError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The bytes are in no known playlist format.
  public static let notAPlaylist = Self(Code(rawValue: "notAPlaylist"), "This is not a playlist.")
  /// This is an HLS playlist: its parts form one piece of media.
  public static let hls = Self(Code(rawValue: "hls"), "This is a playlist of HLS.")
  /// The list has more bytes than the limits allow.
  public static let tooLarge = Self(Code(rawValue: "tooLarge"), "The playlist is too large.")
  /// The list starts like a playlist, but can't be parsed or defines its own entities.
  public static let malformed = Self(Code(rawValue: "malformed"), "The playlist can't be read.")
  /// Playlists can't be written in this format.
  public static let unknownFormat = Self(
    Code(rawValue: "unknownFormat"),
    "Playlists have no such format."
  )
}

extension PlaylistError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlayerError {
  /// Creates an error for a list that can't be played.
  public init(_ error: PlaylistError) {
    self.init(.unsupportedFormat, error.message, underlying: error)
  }
}
