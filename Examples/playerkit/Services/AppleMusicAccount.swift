import PlayerKitAppleMusic
import PlayerKitServices

/// The Apple Music account of the user, for `login apple --check`.
struct AppleMusicAccount {
  /// The storefront of the account.
  let storefront: String
  let capabilities: AppleMusic.Capabilities

  /// Asks the service.
  ///
  /// - Throws: `CatalogError` if no user is signed in, or if the service refuses a token.
  init(of services: MusicServices) async throws {
    let service = services.all.lazy.compactMap { $0 as? AppleMusicService }.first
    guard let client = service?.client else {
      throw CatalogError(
        .missingCredential,
        "APPLE_MUSIC_DEVELOPER_TOKEN is not set. Sign a token with your key at Apple."
      )
    }
    do {
      storefront = try await client.userStorefront().id
    } catch let error as CatalogError where error.code == .missingCredential {
      throw CatalogError(.missingCredential, "Nobody is signed in. Run “playerkit login apple”.")
    }
    capabilities = try await client.capabilities.refresh()
  }

  /// A line for each fact.
  var lines: [String] {
    let offer = AppleMusic.SubscriptionOffer(for: capabilities, storefront: storefront)
    return [
      "storefront: \(PrintableText.line(storefront))",
      "whole tracks: \(Self.text(capabilities.canPlayCatalogContent))",
      "library: \(Self.text(capabilities.canAddToLibrary))",
      "can subscribe: \(Self.text(capabilities.canBecomeSubscriber))",
    ] + (offer.map { ["\($0.text): \($0.link.absoluteString)"] } ?? [])
  }

  private static func text(_ fact: Bool?) -> String {
    fact.map { $0 ? "yes" : "no" } ?? "unknown"
  }
}
