import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// Any site, by the user's own yt-dlp.
  public static let ytdlp = CatalogService(rawValue: "ytdlp")
}

extension PlayerType {
  /// Plays pages of any site, by the user's own yt-dlp.
  public static let ytdlp = PlayerType(rawValue: "ytdlp")
}

extension PlayerError.Code {
  /// The program that the track needs is not there.
  public static let toolMissing = PlayerError.Code(rawValue: "toolMissing")
  /// The program that the track needs is too old, or no longer knows the site as it is.
  public static let toolOutdated = PlayerError.Code(rawValue: "toolOutdated")
  /// It begins later: a premiere, or an event that is announced.
  public static let notYetAvailable = PlayerError.Code(rawValue: "notYetAvailable")
}

/// What yt-dlp answers with. ``YTDLPClient`` asks it.
public enum YTDLP {}
