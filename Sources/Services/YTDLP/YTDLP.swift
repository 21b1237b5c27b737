import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// Any site, with the user's own yt-dlp.
  public static let ytdlp = CatalogService(rawValue: "ytdlp")
}

extension PlayerType {
  /// Plays pages of any site with the user's own yt-dlp.
  public static let ytdlp = PlayerType(rawValue: "ytdlp")
}

extension PlayerError.Code {
  /// The program that the track needs is missing.
  public static let toolMissing = PlayerError.Code(rawValue: "toolMissing")
  /// The program that the track needs is too old, or no longer supports the site.
  public static let toolOutdated = PlayerError.Code(rawValue: "toolOutdated")
  /// The track begins later: a premiere or an announced event.
  public static let notYetAvailable = PlayerError.Code(rawValue: "notYetAvailable")
}

/// A namespace for yt-dlp's answers. ``YTDLPClient`` requests them.
public enum YTDLP {}
