import PlayerKitServices
import PlayerKitMusicBrainz

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
  /// - Parameters:
  ///   - indexes: what asks nobody, and comes first.
  ///   - musicBrainz: who asks MusicBrainz; `nil`: nobody does.
  init?(_ indexes: [any RecordingIndex], before musicBrainz: MusicBrainzClient?) {
    let last: (any RecordingIndex)? = musicBrainz
    let all = indexes + [last].compactMap(\.self)
    guard !all.isEmpty else { return nil }
    self.init(all)
  }

  /// Who asks MusicBrainz; `nil`: the user has not said who asks. Its line is for all who do: make one.
  static func musicBrainz(_ setup: ServiceSetup) -> MusicBrainzClient? {
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
