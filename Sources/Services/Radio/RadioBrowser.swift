import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// Stations, by the directory Radio Browser.
  public static let radio = CatalogService(rawValue: "radio")
}

extension PlayerType {
  /// Plays stations of Radio Browser.
  public static let radio = PlayerType(rawValue: "radio")
}

/// What Radio Browser answers with. ``RadioBrowserClient`` asks it.
public enum RadioBrowser {}

extension ServicePolicy {
  /// Radio Browser: people give it for nothing. Five calls at once after a rest, and two a second from then
  /// on. Nothing is sent again to the same server: there are others.
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
