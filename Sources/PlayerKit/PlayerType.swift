/// The kind of player that can play a track.
///
/// The set is open: an app adds its own by `extension PlayerType { static let radio = … }`.
public struct PlayerType: RawRepresentable, Hashable, Sendable, Codable {
  /// The stable name, as in stores and the JSON output of the CLI.
  public let rawValue: String

  /// Creates a type from its stable name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Plain audio at an HTTP(S) URL or in a local file.
  public static let url = PlayerType(rawValue: "url")
}

extension PlayerType: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}
