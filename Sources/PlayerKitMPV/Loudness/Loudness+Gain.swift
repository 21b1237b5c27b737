import Foundation
import PlayerKit

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
