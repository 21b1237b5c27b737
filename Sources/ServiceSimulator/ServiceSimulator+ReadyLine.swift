import Foundation

extension ServiceSimulator {
  /// One line of JSON, without its end, that tells another process all it needs. It holds secrets of
  /// this simulator; they are worth nothing elsewhere.
  package func readyLine() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = ReadyLine(
      appleMusic: appleMusic,
      itunes: itunes,
      spotify: spotify,
      spotifyAccounts: spotifyAccounts,
      deezer: deezer,
      media: media,
      control: control,
      developerToken: developerToken,
      musicUserToken: musicUserToken,
      developerKey: .init(
        teamID: developerKey.teamID,
        keyID: developerKey.keyID,
        p8: developerKey.p8
      ),
      spotifyClientID: spotifyClientID,
      spotifyClientSecret: spotifyClientSecret
    )
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }

  private struct ReadyLine: Encodable {
    struct Key: Encodable {
      var teamID: String
      var keyID: String
      var p8: String
    }

    var appleMusic: URL
    var itunes: URL
    var spotify: URL
    var spotifyAccounts: URL
    var deezer: URL
    var media: URL
    var control: URL
    var developerToken: String
    var musicUserToken: String
    var developerKey: Key
    var spotifyClientID: String
    var spotifyClientSecret: String
  }
}
