import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// The loudness tags of one piece of media.
///
/// libmpv 0.35 reads them too, but only together with a peak. It also applies the gain to its
/// output buffer: at a transition, the last 0.2 s of a track would get the gain of the next. So
/// PlayerKit reads them here and applies them with a per-track filter.
struct LoudnessTags: Sendable, Equatable {
  struct Level: Sendable, Equatable {
    /// In dB, relative to the reference level of ReplayGain 2 (−18 LUFS).
    var gain: Double
    /// The peak sample, with 1 as full scale; `nil` if unknown.
    var peak: Double?
  }

  var track: Level?
  var album: Level?

  /// Reads the tags from an open file's metadata. Keys are case-insensitive.
  ///
  /// - Parameters:
  ///   - fields: tags that libmpv does not read; they take precedence.
  ///   - stated: used if no tag has a gain.
  init(metadata: [String: String], fields: TagFields? = nil, stated: ReplayGain? = nil) {
    var tags: [String: String] = [:]
    for (key, value) in metadata {
      // libmpv joins the values of repeated fields.
      tags[key.lowercased()] = value.split(separator: ";").first.map(String.init)
    }
    tags.merge(fields?.gains ?? [:]) { $1 }
    track = Self.level("track", tags)
    album = Self.level("album", tags)
    guard track == nil, album == nil, let stated else { return }
    track = Self.level(stated.track, peak: stated.trackPeak)
    album = Self.level(stated.album, peak: stated.albumPeak)
  }

  private static func level(_ gain: Double?, peak: Double?) -> Level? {
    gain.flatMap(believed).map { Level(gain: $0, peak: peak.flatMap(believedPeak)) }
  }

  private static func level(_ kind: String, _ tags: [String: String]) -> Level? {
    // Opus has only this tag (RFC 7845, 5.2.1), and no peak.
    if let gain = tags["r128_\(kind)_gain"].flatMap(r128Gain) { return Level(gain: gain) }
    guard let gain = tags["replaygain_\(kind)_gain"].flatMap(gain) else { return nil }
    return Level(gain: gain, peak: tags["replaygain_\(kind)_peak"].flatMap(peak))
  }

  /// Converts from 1/256 dB relative to −23 LUFS.
  private static func r128Gain(_ text: String) -> Double? {
    guard let gain = Int16(text.trimmed(\.isBlank)) else { return nil }
    return believed(Double(gain) / 256 + 5)
  }

  private static func gain(_ text: String) -> Double? {
    var text = text.trimmed(\.isBlank).lowercased()
    if text.hasSuffix("db") { text = String(text.dropLast(2)) }
    return number(text).flatMap(believed)
  }

  private static func peak(_ text: String) -> Double? {
    number(text).flatMap(believedPeak)
  }

  private static func believedPeak(_ peak: Double) -> Double? {
    peak > 0 && peak < 100 ? peak : nil
  }

  /// Accepts a decimal comma, which some taggers write.
  private static func number(_ text: String) -> Double? {
    let text = String(text.map { $0 == "," ? "." : $0 })
    return Double(text.trimmed(\.isBlank))
  }

  /// Rejects gains that no recording needs, as they are errors.
  private static func believed(_ gain: Double) -> Double? {
    abs(gain) <= 60 ? gain : nil
  }
}

extension Loudness {
  /// Returns the factor for the samples of media with these tags.
  func factor(for tags: LoudnessTags, isInAlbum: Bool) -> Double {
    let level: LoudnessTags.Level?
    switch mode {
    case .off: return 1
    case .track: level = tags.track ?? tags.album
    case .album: level = tags.album ?? tags.track
    case .auto: level = isInAlbum ? tags.album ?? tags.track : tags.track ?? tags.album
    }
    let gain = level.map { $0.gain + preamp } ?? fallback
    let factor = pow(10, gain / 20)
    return preventsClipping ? min(factor, 1 / (level?.peak ?? 1)) : factor
  }
}
