import Foundation
import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The SoundCloud API.
  public static let soundCloud = CatalogService(rawValue: "soundcloud")
}

extension PlayerType {
  /// Plays tracks of SoundCloud, whole or as previews.
  public static let soundCloud = PlayerType(rawValue: "soundCloud")
}

extension MusicLink.Kind {
  /// A short link. Only its server knows where it leads.
  public static let shortLink = MusicLink.Kind(rawValue: "shortLink")
}

/// A namespace for the SoundCloud API's answers. ``SoundCloudClient`` requests them.
public enum SoundCloud {}

extension ServicePolicy {
  /// The policy for the SoundCloud API.
  ///
  /// The API allows 15,000 plays per 24 hours for all users of an app. After that, only requests
  /// for streams fail. Its other limits are undocumented, so the client sends up to 20 calls at
  /// once after a pause, then ten a second. Answers are not kept, because the terms forbid it and
  /// most belong to a user.
  public static let soundCloud = ServicePolicy(
    service: .soundCloud,
    retry: {
      var policy = RetryPolicy()
      // The rate limiter handles too many calls. Too many plays cannot be retried until tomorrow.
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
