import Foundation
import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// The SoundCloud API.
  public static let soundCloud = CatalogService(rawValue: "soundcloud")
}

extension PlayerType {
  /// Plays tracks of SoundCloud, whole or as previews.
  public static let soundCloud = PlayerType(rawValue: "soundCloud")
}

extension MusicLink.Kind {
  /// A short link: what it leads to, only its server says.
  public static let shortLink = MusicLink.Kind(rawValue: "shortLink")
}

/// What the SoundCloud API answers with. ``SoundCloudClient`` asks it.
public enum SoundCloud {}

extension ServicePolicy {
  /// The SoundCloud API.
  ///
  /// It counts plays: 15,000 in 24 hours for all users of an app. When they are used up, only requests for
  /// streams fail. What else it counts, it does not say: 20 calls go at once after a rest, and ten a second
  /// from then on. No answer is kept: its terms want none to be, and most are a user's own.
  public static let soundCloud = ServicePolicy(
    service: .soundCloud,
    retry: {
      var policy = RetryPolicy()
      // One of too many calls waits in the line; one of too many plays waits until tomorrow.
      policy.statuses.remove(429)
      return policy
    }(),
    limit: RateLimit(
      interval: .milliseconds(100),
      burst: 20,
      firstPause: .seconds(2),
      longestPause: .seconds(120),
      maximumWait: .seconds(30),
      judge: { SoundCloudReply.isAboutPlays($0) ? .unrelated : .byStatus($0) }
    ),
    cache: nil
  )
}
