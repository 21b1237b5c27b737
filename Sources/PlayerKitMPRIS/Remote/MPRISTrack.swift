import PlayerKit

extension PlayerType {
  /// Another desktop program over MPRIS, such as a service's own app.
  public static let mprisRemote = PlayerType(rawValue: "mprisRemote")
}

/// A track that another desktop program can play.
///
/// An app's own track type can conform to it. Include ``PlayerType/mprisRemote`` in `playerTypes`
/// while the user has the program.
public protocol MPRISPlayable: Track {
  /// The URI for the program to open, such as `spotify:track:…` or an http(s) URL. `nil` if there
  /// is none. Read just before the track is opened; must not block.
  var mprisURI: String? { get }
}

/// A track that only another desktop program plays.
public struct MPRISTrack: MPRISPlayable, StorableTrack, Hashable {
  /// The name of the type in stores.
  public static var storedType: String { "mpris" }

  /// The URI for the program to open. It is stored as is, so don't pass a signed URI or one with a
  /// password.
  public let uri: String
  /// The metadata to display.
  public let metadata: TrackMetadata

  /// Makes a track.
  ///
  /// - Parameters:
  ///   - uri: The URI for the program to open.
  ///   - metadata: The metadata to display. The program's own metadata is not used.
  public init(_ uri: String, metadata: TrackMetadata = TrackMetadata()) {
    self.uri = uri
    self.metadata = metadata
  }

  /// The URI.
  public var id: String { uri }

  /// The URI.
  public var mprisURI: String? { uri }

  /// Only the other program.
  public var playerTypes: [PlayerType] { [.mprisRemote] }
}
