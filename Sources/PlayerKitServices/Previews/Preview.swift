import Foundation

/// Where the preview of a track is.
public struct Preview: Sendable, Hashable {
  /// The address of the audio; http or https.
  public var url: URL
  /// When the address ceases to work; `nil` where the service states nothing.
  public var expiration: Date?

  /// Makes a preview.
  public init(url: URL, expiration: Date? = nil) {
    self.url = url
    self.expiration = expiration
  }
}
