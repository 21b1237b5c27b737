import PlayerKitMedia
import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the tags of one piece of media say about its loudness.
///
/// libmpv 0.35 reads them too, but only where the peak is tagged as well, and applies the gain to what
/// its output holds: at a joint, 0.2 s of the track before get that of the next. So they are read
/// here, and applied by a filter of the one track.
struct LoudnessTags: Sendable, Equatable {
  struct Level: Sendable, Equatable {
    /// In dB, towards the reference level of ReplayGain 2 (−18 LUFS).
    var gain: Double
    /// The loudest sample, 1 being full scale; `nil` where not told.
    var peak: Double?
  }

  var track: Level?
  var album: Level?

  /// Reads them from an open file's metadata, in which the case of keys does not count.
  ///
  /// - Parameters:
  ///   - fields: what tags say that libmpv does not read; they count first.
  ///   - stated: counts where no tag tells a gain.
  init(metadata: [String: String], fields: TagFields? = nil, stated: ReplayGain? = nil) {
    var tags: [String: String] = [:]
    for (key, value) in metadata {
      // libmpv joins the values of equal fields.
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
    // Opus has no other (RFC 7845, 5.2.1), and no peak.
    if let gain = tags["r128_\(kind)_gain"].flatMap(r128Gain) { return Level(gain: gain) }
    guard let gain = tags["replaygain_\(kind)_gain"].flatMap(gain) else { return nil }
    return Level(gain: gain, peak: tags["replaygain_\(kind)_peak"].flatMap(peak))
  }

  /// In 1/256 dB towards −23 LUFS.
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

  /// Some taggers write the comma of their language.
  private static func number(_ text: String) -> Double? {
    let text = String(text.map { $0 == "," ? "." : $0 })
    return Double(text.trimmed(\.isBlank))
  }

  /// No recording needs more than that: it is a mistake.
  private static func believed(_ gain: Double) -> Double? {
    abs(gain) <= 60 ? gain : nil
  }
}

extension Loudness {
  /// What the samples of media with these tags are to be multiplied by.
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
