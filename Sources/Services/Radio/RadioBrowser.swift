import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// Radio stations in the directory Radio Browser.
  public static let radio = CatalogService(rawValue: "radio")
}

extension PlayerType {
  /// Plays stations of Radio Browser.
  public static let radio = PlayerType(rawValue: "radio")
}

/// A namespace for Radio Browser's answers. ``RadioBrowserClient`` requests them.
public enum RadioBrowser {}

extension ServicePolicy {
  /// The policy for Radio Browser, which volunteers run. Allows a burst of five calls, then two a
  /// second. Never retries with the same server, because there are others.
  public static let radio = ServicePolicy(
    service: .radio,
    retry: .never,
    limit: RateLimit(
      interval: .milliseconds(500),
      burst: 5,
      firstPause: .seconds(2),
      longestPause: .seconds(120),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )
}
