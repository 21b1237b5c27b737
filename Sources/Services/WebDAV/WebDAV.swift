import HTTPTypes
import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// Folders of WebDAV servers.
  public static let webDAV = CatalogService(rawValue: "webdav")
}

extension PlayerType {
  /// Plays files of WebDAV servers.
  public static let webDAV = PlayerType(rawValue: "webdav")
}

extension MusicLink.Kind {
  /// A folder with music and other folders.
  public static let folder = MusicLink.Kind(rawValue: "folder")
}

extension HTTPRequest.Method {
  /// Asks for the properties of a file or a folder. It changes nothing.
  static let propfind = Self(rawValue: "PROPFIND") ?? .options
}

extension ServicePolicy {
  /// The policy for a WebDAV server, often a small machine of the user. Up to 20 calls at once after
  /// a pause, then 50 a second. Answers are not kept, because files come and go.
  public static let webDAV: ServicePolicy = {
    var retry = RetryPolicy(maximumAttempts: 3)
    retry.methods.insert(.propfind)
    return ServicePolicy(
      service: .webDAV,
      retry: retry,
      limit: RateLimit(
        interval: .milliseconds(20),
        burst: 20,
        firstPause: .seconds(1),
        longestPause: .seconds(60),
        maximumWait: .seconds(30)
      ),
      cache: nil
    )
  }()
}
