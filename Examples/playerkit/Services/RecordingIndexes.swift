import PlayerKitMusicBrainz
import PlayerKitServices

/// Looks up other names and ids of recordings, before a fallback service is searched. It uses the
/// user's library first, then MusicBrainz if the user has set a contact.
extension RecordingLookup {
  /// The name of MusicBrainz' address, for `--api`.
  static let address = "musicbrainz"
  /// The contact for MusicBrainz. Without it, MusicBrainz is not used.
  static let contact = KnownService.Variable(
    "MUSICBRAINZ_CONTACT",
    "your address of mail or of a page"
  )

  /// Makes a lookup. Sends no requests.
  ///
  /// - Parameters:
  ///   - indexes: Local indexes, which are used first.
  ///   - musicBrainz: The client for MusicBrainz, or `nil` to make no requests to it.
  ///   - matcher: Decides whether a result is the wanted recording.
  init?(
    _ indexes: [any RecordingIndex],
    before musicBrainz: MusicBrainzClient?,
    _ matcher: RecordingMatcher = RecordingMatcher()
  ) {
    let last: (any RecordingIndex)? = musicBrainz
    let all = indexes + [last].compactMap(\.self)
    guard !all.isEmpty else { return nil }
    self.init(all, matcher: matcher)
  }

  /// The client for MusicBrainz, or `nil` if the user has set no contact. Make only one, because it
  /// limits the rate of requests.
  static func musicBrainz(
    _ setup: ServiceSetup,
    _ variables: ServiceVariables
  ) -> MusicBrainzClient? {
    guard let contact = variables[Self.contact.name] else { return nil }
    do throws(CatalogError) {
      let configuration = setup.configuration(.musicBrainz, address: Self.address)
      return MusicBrainzClient(agent: try Self.agent(contact), configuration: configuration)
    } catch {
      setup.logger.warning("\(Self.contact.name): \(error.message)")
      return nil
    }
  }

  /// The user agent for MusicBrainz.
  static func agent(_ contact: String) throws(CatalogError) -> MusicBrainz.Agent {
    try MusicBrainz.Agent(name: "playerkit", version: "0.1", contact: contact)
  }
}
