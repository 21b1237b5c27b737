import PlayerKit

/// A file of a WebDAV server, or a folder, which a queue replaces by its files.
///
/// It holds no user and no password; the ``WebDAVResolver`` adds them. So stores do not keep them.
public struct WebDAVTrack: Track, StorableTrack, Hashable, Codable {
  /// The address of the file or folder.
  public let address: WebDAVAddress
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// Whether the metadata come from the names of the file and its folders.
  private let isGuessed: Bool

  /// The type name in stores.
  public static var storedType: String { "webdav" }

  /// The text of the address.
  public var id: String { address.text }

  /// A ``WebDAVResolver`` plays the track.
  public var playerTypes: [PlayerType] { [.webDAV] }

  /// Creates a track with metadata that the app knows.
  ///
  /// - Parameter address: The address of the file or folder.
  /// - Parameter metadata: the metadata; `nil` to show the name of the file until its tags are read.
  public init(_ address: WebDAVAddress, metadata: TrackMetadata? = nil) {
    self.address = address
    self.metadata = metadata ?? TrackMetadata(title: address.name)
    isGuessed = metadata == nil
  }

  init(_ address: WebDAVAddress, guessed metadata: TrackMetadata) {
    self.address = address
    self.metadata = metadata
    isGuessed = true
  }

  /// The metadata without guesses.
  public var statedMetadata: TrackMetadata { isGuessed ? TrackMetadata() : metadata }
}
