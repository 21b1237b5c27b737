import Foundation
import PlayerKit
import PlayerKitPlaylists
import Testing

func read(
  _ text: String,
  at address: String = "http://radio.example/lists/list",
  type: String? = nil,
  limits: PlaylistLimits? = nil
) throws -> Playlist {
  try read(Array(text.utf8), at: address, type: type, limits: limits)
}

func read(
  _ bytes: [UInt8],
  at address: String,
  type: String? = nil,
  limits: PlaylistLimits? = nil
) throws -> Playlist {
  let location: PlaylistLocation =
    address.hasPrefix("/") ? .path(address) : .url(try #require(URL(string: address)))
  return try PlaylistReader(limits: limits).read(bytes, at: location, contentType: type)
}

extension Playlist {
  /// The addresses of its entries.
  var places: [String] {
    entries.map { entry in
      switch entry.location {
      case .url(let url): url.absoluteString
      case .path(let path): path
      }
    }
  }

  var titles: [String?] { entries.map(\.metadata.title) }
}
