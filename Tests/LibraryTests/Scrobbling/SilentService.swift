import PlayerKit
import PlayerKitScrobbling
import PlayerKitServices
import PlayerKitTesting

/// A service that returns no result for a batch, and never one for a title `silent`.
final class SilentService: ScrobbleService {
  let told = Recorded<[String]>()
  static let name = "silent"
  let account: String? = nil
  let rule = ScrobbleRule.lastFM
  let batchSize = 50

  func tellNowPlaying(_ listen: Listen) {}

  func submit(_ listens: [Listen]) -> [ScrobbleVerdict] {
    told.append(listens.map(\.title))
    return listens.count == 1 && listens.first?.title != "silent" ? [.accepted] : []
  }

  func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) {}
}
