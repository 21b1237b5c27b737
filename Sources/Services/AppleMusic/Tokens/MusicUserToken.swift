import Foundation
import MusicCatalog

/// A Music user token: stands for one listener's account in calls under `/v1/me`.
///
/// It is opaque. An app gets it on a device by MusicKit or in a browser by MusicKit JS; there is no
/// other way, and none to refresh it. It ends after about half a year, and with a changed password, a
/// revocation or the end of the subscription. Descriptions, reflection and `dump` do not show it.
public struct MusicUserToken: Sendable, Hashable {
  /// The token itself. **A secret**: whoever has it reads and changes the listener's library. For
  /// the `Music-User-Token` header, and for the app's own store of secrets.
  public let secret: String

  /// Takes a token, white space around it left out.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` where it is empty, longer than 8 KiB, or has
  ///   characters that a header field cannot carry.
  public init(_ text: String) throws(CatalogError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= 8192, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw CatalogError(
        .invalidCredential,
        "The Music user token is empty, too long, or not of visible ASCII characters",
        service: .appleMusic
      )
    }
    secret = text
  }
}

extension MusicUserToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type's name.
  public var description: String { "MusicUserToken(redacted)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
