import Foundation

/// A track at an http(s) URL or in a local file.
public struct URLTrack: URLPlayable, Hashable {
  private enum Address: Hashable {
    case url(URL)
    case path(String)
    case unusable(String)
  }

  /// What the track was made of, as given: the URL, or the path.
  public let id: String

  /// What to show; the title is the name of the file where none is given.
  public let metadata: TrackMetadata

  private let address: Address

  /// A track at an http or https URL, or in a local file, by a file URL.
  ///
  /// Any other scheme makes a track that fails as ``PlayerError/Code/blockedURL`` when it is
  /// reached.
  public init(url: URL, metadata: TrackMetadata? = nil) {
    id = url.absoluteString
    address = url.isFileURL ? .path(url.path) : .url(url)
    self.metadata = metadata ?? TrackMetadata(title: url.lastPathComponent)
  }

  /// A track in a local file.
  public init(path: String, metadata: TrackMetadata? = nil) {
    id = path
    address = .path(path)
    self.metadata = metadata ?? TrackMetadata(title: Self.name(of: path))
  }

  /// What a person typed: a URL where it begins with a scheme and `//`, a path otherwise.
  ///
  /// Whatever it is, it makes a track; one that cannot be used fails when it is reached.
  public init(item: String) {
    guard let end = item.range(of: "://"), Self.isScheme(item[..<end.lowerBound]) else {
      self.init(path: item)
      return
    }
    guard let url = URL(string: item), url.isFileURL || url.host()?.isEmpty == false else {
      self.init(
        id: item,
        address: .unusable("This is no URL that can be used."),
        metadata: TrackMetadata(title: Self.name(of: item))
      )
      return
    }
    self.init(
      id: item,
      address: url.isFileURL ? .path(url.path) : .url(url),
      metadata: TrackMetadata(title: url.lastPathComponent)
    )
  }

  private init(id: String, address: Address, metadata: TrackMetadata) {
    self.id = id
    self.address = address
    self.metadata = metadata
  }

  /// Where the bytes are; throws for schemes other than http, https and file.
  public func mediaSource() throws(PlayerError) -> MediaSource {
    switch address {
    case .path(let path):
      return MediaSource(.file(path: path))
    case .unusable(let reason):
      throw PlayerError(.invalidItem, reason)
    case .url(let url):
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
        throw PlayerError(
          .blockedURL,
          "The scheme “\(url.scheme ?? "")” is not allowed; http and https are."
        )
      }
      return MediaSource(.remote(url))
    }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
