import PlayerKit

extension PlayerError.Code {
  /// No page is open. Open the link of the ``PageServer`` in a browser.
  public static let noPage = Self(rawValue: "noPage")
  /// The page was closed while it played. Open it again.
  public static let pageClosed = Self(rawValue: "pageClosed")
  /// The page was reloaded, and the user did not click in it in time. Click in the page.
  public static let pageReloaded = Self(rawValue: "pageReloaded")
  /// The page is hidden, and its player does not start there. Show the page.
  public static let pageHidden = Self(rawValue: "pageHidden")
  /// The page does not answer: its machine sleeps, or it hangs. Reload it.
  public static let pageAsleep = Self(rawValue: "pageAsleep")
  /// The browser did not load the service's script. Turn off blockers for the page.
  public static let pageScriptBlocked = Self(rawValue: "pageScriptBlocked")
  /// The browser plays only after a click, and none came in time. Click in the page.
  public static let needsClick = Self(rawValue: "needsClick")
}

extension SuppressionReason {
  /// The browser wants a click in the page before it plays.
  public static let needsClick = Self(rawValue: "needsClick")
  /// The service's player is paused since its page is hidden.
  public static let pageHidden = Self(rawValue: "pageHidden")
}

/// A failure that a page reports.
struct PageFailure: Sendable, Equatable {
  enum Code: String, Sendable, CaseIterable {
    case preview, noDRM, needsSignIn, noSubscription, unauthorized, blocked, timeout, notFound
    case forbidden, invalid, unsupported, media, network, limited, needsClick, anotherDevice, failed
  }

  var code: Code
  /// The code of the service's player, for logs.
  var vendor: String?
}

extension PlayerError {
  /// Makes the error of a failure in the page. The page's own text is not used: it may contain
  /// anything.
  init(_ failure: PageFailure) {
    let (code, text): (Code, String) =
      switch failure.code {
      case .preview: (.notEntitled, "The service would only play a preview.")
      case .noDRM: (.drm, "The browser has no DRM. Use one with Widevine, such as Google Chrome.")
      case .needsSignIn: (.unauthorized, "Sign in to the service in the page.")
      case .noSubscription: (.notEntitled, "The account has no subscription for full tracks.")
      case .unauthorized: (.unauthorized, "The service refused the token.")
      case .blocked:
        (.pageScriptBlocked, "The browser did not load the service's player. Turn off blockers.")
      case .timeout: (.timedOut, "The service's player did not answer in time.")
      case .notFound: (.notFound, "The service does not have the item.")
      case .forbidden: (.forbidden, "The service does not allow the item to be played here.")
      case .invalid: (.invalidItem, "The service's player does not accept the item.")
      case .unsupported: (.unsupportedFormat, "The browser can't play the media.")
      case .media: (.interrupted, "The service's player failed in the middle of the track.")
      case .network: (.unreachable, "The page can't reach the media.")
      case .limited: (.rateLimited, "The service received too many requests.")
      case .needsClick: (.needsClick, "The browser plays only after a click in the page.")
      case .anotherDevice: (.notEntitled, "The account plays on another device.")
      case .failed: (.serverError, "The service's player failed.")
      }
    let vendor = failure.vendor.map { " (\($0))" } ?? ""
    self.init(code, text + vendor)
  }

  /// Makes an error about the page itself.
  static func page(_ code: Code) -> PlayerError {
    let text =
      switch code {
      case .noPage: "No player page is open. Open its link in a browser."
      case .pageClosed: "The player page was closed. Open it again."
      case .pageReloaded: "The player page was reloaded. Click in it to play."
      case .pageHidden: "The player page is hidden. Show it to play."
      case .pageAsleep: "The player page does not answer. Reload it."
      case .needsClick: "The player page waited for a click. Click in it to play."
      default: "The player page did not answer in time."
      }
    return PlayerError(code, text, isRetryable: code == .timedOut || code == .pageAsleep)
  }
}
