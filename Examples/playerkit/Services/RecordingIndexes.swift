import MusicCatalog
import PlayerKitMusicBrainz
import ServiceKit

/// What else recordings are called: found out before a fallback is asked. The user's library is asked first, then
/// MusicBrainz, where the user has said who asks.
extension RecordingLookup {
  /// The name of MusicBrainz' address, for `--api`.
  static let address = "musicbrainz"
  /// Without it, MusicBrainz is not asked.
  static let contact = ServiceVariable(
    "MUSICBRAINZ_CONTACT",
    "your address of mail or of a page"
  )

  /// Sends nothing.
  ///
  /// - Parameter indexes: what asks nobody, and comes first.
  init?(_ setup: ServiceSetup, before indexes: [any RecordingIndex]) {
    let all = indexes + [Self.musicBrainz(setup)].compactMap(\.self)
    guard !all.isEmpty else { return nil }
    self.init(all)
  }

  private static func musicBrainz(_ setup: ServiceSetup) -> (any RecordingIndex)? {
    guard let contact = setup[Self.contact.name] else { return nil }
    do throws(CatalogError) {
      let configuration = setup.configuration(.musicBrainz, address: Self.address)
      return MusicBrainzClient(agent: try Self.agent(contact), configuration: configuration)
    } catch {
      setup.logger.warning("\(Self.contact.name): \(error.message)")
      return nil
    }
  }

  /// Who asks.
  static func agent(_ contact: String) throws(CatalogError) -> MusicBrainz.Agent {
    try MusicBrainz.Agent(name: "playerkit", version: "0.1", contact: contact)
  }
}
