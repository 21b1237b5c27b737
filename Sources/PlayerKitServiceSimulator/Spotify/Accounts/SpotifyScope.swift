/// The scopes that a user may grant.
enum SpotifyScope {
  static let all: Set<String> = [
    "user-read-playback-state", "user-modify-playback-state", "user-read-currently-playing",
    "streaming", "app-remote-control", "user-read-recently-played", "user-top-read",
    "user-read-playback-position", "user-library-read", "user-library-modify",
    "playlist-read-private", "playlist-read-collaborative", "playlist-modify-private",
    "playlist-modify-public", "user-follow-read", "user-follow-modify", "user-read-private",
    "user-read-email",
  ]

  /// Splits a text with scopes at its spaces.
  static func set(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  static func text(_ scopes: Set<String>) -> String {
    scopes.sorted().joined(separator: " ")
  }
}
