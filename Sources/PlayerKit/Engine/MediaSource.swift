import Foundation

/// Where the bytes of a track come from. What a ``MediaResolver`` makes of a track.
public struct MediaSource: Sendable {
  /// The place.
  public enum Location: Sendable {
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

  /// Makes a source.
  public init(_ location: Location, headers: [String: String] = [:]) {
    self.location = location
    self.headers = headers
  }
}
