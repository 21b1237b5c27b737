/// The simulated services, by the names that the control end points take.
package enum ServiceName: String, Sendable, CaseIterable {
  case appleMusic
  case itunes
  case spotify
  case spotifyAccounts
  case deezer
  case media

  /// The first component of the service's paths.
  var folder: String {
    switch self {
    case .appleMusic: "applemusic"
    case .itunes: "itunes"
    case .spotify: "spotify"
    case .spotifyAccounts: "spotify-accounts"
    case .deezer: "deezer"
    case .media: "media"
    }
  }
}
