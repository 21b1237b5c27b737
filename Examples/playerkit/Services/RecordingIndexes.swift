import MusicCatalog
import PlayerKitMusicBrainz
import ServiceKit

/// What else recordings are called: found out before a fallback is asked, where the user has said who asks.
extension RecordingLookup {
  /// The name of MusicBrainz' address, for `--api`.
  static let address = "musicbrainz"
  /// Without it, MusicBrainz is not asked.
  static let contact = ServiceVariable(
    "MUSICBRAINZ_CONTACT",
    "your address of mail or of a page"
  )

  /// Sends nothing.
  init?(_ setup: ServiceSetup) {
    guard let contact = setup[Self.contact.name] else { return nil }
    do throws(CatalogError) {
      let configuration = setup.configuration(.musicBrainz, address: Self.address)
      let client = MusicBrainzClient(agent: try Self.agent(contact), configuration: configuration)
      self.init([client])
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
