import PlayerKit
import PlayerKitHTTP
import PlayerKitPlaylists
import PlayerKitSystem

/// The origin of a stream's bytes.
package struct StreamOrigin: Sendable, Equatable {
  /// The URL after redirects; for a file, its own.
  package var url: URL
  /// The addresses that the bytes may refer to.
  package var reach: NetworkScope
  /// The type that the server states.
  package var contentType: String?

  package init(url: URL, reach: NetworkScope, contentType: String? = nil) {
    self.url = url
    self.reach = reach
    self.contentType = contentType
  }
}

extension StreamOrigin {
  /// The list format that the name or type claims.
  var namedList: PlaylistFormat? {
    PlaylistFormat(fileName: url.path) ?? contentType.flatMap { PlaylistFormat(contentType: $0) }
  }
}

/// A stream that knows the origin of its bytes.
package protocol LocatedStream: ByteStream {
  /// `nil` before the first bytes.
  var origin: StreamOrigin? { get }

  /// Makes the stream keep nothing for later: it is a list, and lists change.
  func leaveNothing()
}
