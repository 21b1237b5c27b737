import PlayerKitSystem
import PlayerKitHTTP
import PlayerKit
import PlayerKitPlaylists

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the bytes of a stream came from.
package struct StreamOrigin: Sendable, Equatable {
  /// Redirects followed; of a file, its own.
  package var url: URL
  /// Which addresses the bytes may name.
  package var reach: NetworkScope
  /// As the server says it.
  package var contentType: String?

  package init(url: URL, reach: NetworkScope, contentType: String? = nil) {
    self.url = url
    self.reach = reach
    self.contentType = contentType
  }
}

extension StreamOrigin {
  /// The format of lists that name or type claim.
  var namedList: PlaylistFormat? {
    PlaylistFormat(fileName: url.path) ?? contentType.flatMap { PlaylistFormat(contentType: $0) }
  }
}

/// A stream that knows where its bytes came from.
package protocol LocatedStream: ByteStream {
  /// `nil` before the first bytes.
  var origin: StreamOrigin? { get }

  /// Has nothing of it stand in for the source at another time: it is a list, and lists change.
  func leaveNothing()
}
