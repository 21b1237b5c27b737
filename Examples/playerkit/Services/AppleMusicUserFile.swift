import Foundation
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitPagePlayers
import PlayerKitServices

/// The file with the token of the Apple Music listener, which `login apple` writes.
struct AppleMusicUserFile {
  /// The service's name on the command line.
  static let service = AppleMusicService.name
  private static let token = "APPLE_MUSIC_USER_TOKEN"
  private static let storefront = "APPLE_MUSIC_STOREFRONT"

  private struct Content: Codable {
    var token: String
    var storefront: String?
  }

  private let file: PrivateFile

  /// - Throws: ``CatalogError`` if the user has no folder for state.
  init(environment: [String: String]) throws(CatalogError) {
    guard let path = StateFolder.file(ofTokensFor: Self.service, environment) else {
      throw CatalogError(
        .missingCredential,
        "HOME is not set, so the token can't be stored. Set HOME."
      )
    }
    file = try PrivateFile(URL(filePath: path), of: .appleMusic)
  }

  func write(_ signIn: AppleMusicSignIn) throws(CatalogError) {
    try file.save(Content(token: signIn.token.secret, storefront: signIn.storefront))
  }

  func remove() throws(CatalogError) { try file.remove() }

  /// Returns the environment with the token and the storefront of the file, unless they are set.
  static func adding(to environment: [String: String]) -> [String: String] {
    guard environment[token]?.isEmpty ?? true,
      let file = try? AppleMusicUserFile(environment: environment).file,
      let content = try? file.load(as: Content.self)
    else { return environment }
    var environment = environment
    environment[token] = content.token
    if environment[storefront]?.isEmpty ?? true { environment[storefront] = content.storefront }
    return environment
  }
}
