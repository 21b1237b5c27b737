import PlayerKit

extension PlayerType {
  /// Another program of the desktop, such as a service's own application, over MPRIS.
  public static let mprisRemote = PlayerType(rawValue: "mprisRemote")
}

/// A track that another program of the desktop can play.
///
/// An app's own type conforms to it, and names ``PlayerType/mprisRemote`` in `playerTypes` while the user
/// has the program.
public protocol MPRISPlayable: Track {
  /// What the program is to open, such as `spotify:track:…` or an http(s) address. `nil`: there is
  /// nothing for it. Asked when the track is about to be opened; must not block.
  var mprisURI: String? { get }
}

/// A track that only another program of the desktop plays.
public struct MPRISTrack: MPRISPlayable, StorableTrack, Hashable {
  /// The name under which stores keep it.
  public static var storedType: String { "mpris" }

  /// What the program is to open. It is stored as it stands: give none that is signed or holds a
  /// password.
  public let uri: String
  /// What to show.
  public let metadata: TrackMetadata

  /// Makes a track.
  ///
  /// - Parameters:
  ///   - uri: What the program is to open.
  ///   - metadata: What to show. The program's own words about the track are not taken over.
  public init(_ uri: String, metadata: TrackMetadata = TrackMetadata()) {
    self.uri = uri
    self.metadata = metadata
  }

  /// The URI.
  public var id: String { uri }

  /// The URI.
  public var mprisURI: String? { uri }

  /// Another program.
  public var playerTypes: [PlayerType] { [.mprisRemote] }
}
