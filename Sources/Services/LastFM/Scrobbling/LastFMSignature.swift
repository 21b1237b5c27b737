import PlayerKitServices
import PlayerKitSystem

/// The signature of a call: its sorted fields, followed by the app's secret.
enum LastFMSignature {
  private static let unsigned: Set<String> = ["format", "callback", "api_sig"]

  /// Sorts by the bytes of the names: `artist[10]` comes before `artist[1]`.
  static func make(_ fields: [String: String], secret: String) -> String {
    let signed = fields.filter { !unsigned.contains($0.key) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return MD5.hex(signed.map { $0.key + $0.value }.joined() + secret)
  }
}
