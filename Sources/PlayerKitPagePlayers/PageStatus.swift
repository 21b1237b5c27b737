/// The state of the pages that are connected to a ``PageHost``, to show to the user.
public struct PageStatus: Sendable, Hashable {
  /// The state of one player in a page.
  public enum Adapter: String, Sendable, Hashable {
    /// Its script is not loaded yet.
    case idle
    /// Its script is loading.
    case loading
    /// It can play.
    case ready
    /// The browser wants a click before it plays.
    case needsClick
    /// The user must sign in to the service in the page.
    case needsSignIn
    /// The browser has no DRM, so the service's full tracks can't play.
    case noDRM
    /// The page has no secure origin. Open it on this machine, or use HTTPS.
    case insecure
    /// The browser can't load the service's script or frame: it is offline, or a blocker is active.
    case blocked
    /// It failed for another reason.
    case failed
  }

  /// The number of connected pages.
  public var pageCount = 0
  /// Whether one of them is the page that plays.
  public var hasPlayer = false
  /// Whether the playing page is visible.
  public var isVisible = false
  /// Whether the current track waits for a click in the page.
  public var needsClick = false
  /// Whether the current track has a picture.
  public var hasVideo = false
  /// The players in the page that plays.
  public var adapters: [PagePlayerKind: Adapter] = [:]
}
