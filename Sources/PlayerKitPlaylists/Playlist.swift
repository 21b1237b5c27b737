import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a list of media names: M3U, PLS, XSPF, ASX, WPL or CUE.
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
    /// The location by the bytes of the list, if the list is not UTF-8: the name of the file may be
    /// neither.
    package var written: PlaylistLocation?

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

/// Why a playlist could not be read or written.
public struct PlaylistError: Error, Sendable, Hashable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// What happened, for people; in English.
  public let message: String

  private init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The kind of a ``PlaylistError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The format is not known.
  public static let notAPlaylist = Self(Code(rawValue: "notAPlaylist"), "This is no playlist.")
  /// It is an HLS playlist: its parts are one media.
  public static let hls = Self(Code(rawValue: "hls"), "This is a playlist of HLS.")
  /// It has more bytes than the limits allow.
  public static let tooLarge = Self(Code(rawValue: "tooLarge"), "The playlist is too large.")
  /// It begins as a playlist, and can't be read, or defines entities of its own.
  public static let malformed = Self(Code(rawValue: "malformed"), "The playlist can't be read.")
  /// Playlists can't be written in this format.
  public static let unknownFormat = Self(
    Code(rawValue: "unknownFormat"),
    "Playlists have no such format."
  )
}

extension PlaylistError: CustomStringConvertible {
  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlayerError {
  /// Why a list could not be played.
  public init(_ error: PlaylistError) {
    self.init(.unsupportedFormat, error.message, underlying: error)
  }
}
