import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Loudness tags, and the resulting gains.
@Suite(.tags(.pure)) struct LoudnessTagsTests {
  private func tags(_ metadata: [String: String]) -> LoudnessTags {
    LoudnessTags(metadata: metadata)
  }

  private func decibels(
    _ loudness: Loudness,
    _ metadata: [String: String],
    isInAlbum: Bool = false
  ) -> Double {
    20 * log10(loudness.factor(for: tags(metadata), isInAlbum: isInAlbum))
  }

  private let both = [
    "REPLAYGAIN_TRACK_GAIN": "-6.00 dB", "REPLAYGAIN_TRACK_PEAK": "0.5",
    "REPLAYGAIN_ALBUM_GAIN": "-3.00 dB", "REPLAYGAIN_ALBUM_PEAK": "0.9",
  ]

  @Test("ReplayGain is read in all its spellings")
  func replaygainReadAllWays() {
    for text in ["-6.50 dB", "-6.5", " -6,50 DB ", "-6.5dB"] {
      #expect(tags(["replaygain_track_gain": text]).track == .init(gain: -6.5), "\(text)")
    }
    #expect(tags(["Replaygain_Track_Gain": "+3 dB"]).track?.gain == 3)
    #expect(tags(both).track == .init(gain: -6, peak: 0.5))
    #expect(tags(both).album == .init(gain: -3, peak: 0.9))
  }

  @Test("R128 counts in 1/256 dB, from a reference 5 dB lower")
  func r128Counts1256() {
    let tags = tags(["R128_TRACK_GAIN": "-2816", "R128_ALBUM_GAIN": "256"])
    #expect(tags.track == .init(gain: -6))
    #expect(tags.album == .init(gain: 6))
  }

  @Test("A service's gain applies if no tag has one")
  func whatServiceStatesCounts() {
    let stated = ReplayGain(track: -4, album: -2, trackPeak: 0.7)
    let untagged = LoudnessTags(metadata: ["title": "x"], stated: stated)
    #expect(untagged.track == .init(gain: -4, peak: 0.7))
    #expect(untagged.album == .init(gain: -2))
    #expect(LoudnessTags(metadata: both, stated: stated) == tags(both))
    let album = ["REPLAYGAIN_ALBUM_GAIN": "-3"]
    #expect(LoudnessTags(metadata: album, stated: stated) == tags(album))
    let absurd = ReplayGain(track: .infinity, album: 400, trackPeak: -1)
    #expect(LoudnessTags(metadata: [:], stated: absurd) == tags([:]))
  }

  @Test("An invalid value is no tag")
  func whatMakesNoSense() {
    for text in ["", "dB", "loud", "nan", "inf dB", "-1e9", "61 dB", "--6"] {
      #expect(tags(["REPLAYGAIN_TRACK_GAIN": text]).track == nil, "\(text)")
    }
    for text in ["", "1.5", "40000", "x"] {
      #expect(tags(["R128_TRACK_GAIN": text]).track == nil, "\(text)")
    }
    for text in ["", "0", "-1", "nan", "inf", "1e9"] {
      let metadata = ["REPLAYGAIN_TRACK_GAIN": "1", "REPLAYGAIN_TRACK_PEAK": text]
      #expect(tags(metadata).track == .init(gain: 1), "\(text)")
    }
  }

  @Test("The mode takes its own gain, or else the other one")
  func modeTakesOwnGain() {
    #expect(decibels(Loudness(.off, preamp: 6, fallback: 6), both) == 0)
    #expect(abs(decibels(Loudness(.track), both) + 6) < 1e-9)
    #expect(abs(decibels(Loudness(.album), both) + 3) < 1e-9)
    let track = ["REPLAYGAIN_TRACK_GAIN": "-6"]
    let album = ["REPLAYGAIN_ALBUM_GAIN": "-3"]
    #expect(abs(decibels(Loudness(.album), track) + 6) < 1e-9)
    #expect(abs(decibels(Loudness(.track), album) + 3) < 1e-9)
    #expect(abs(decibels(Loudness(.auto), both) + 6) < 1e-9)
    #expect(abs(decibels(Loudness(.auto), both, isInAlbum: true) + 3) < 1e-9)
  }

  @Test("The pre-amplifier applies to tagged media, the fallback to others")
  func preAmplifierTaggedMedia() {
    let loudness = Loudness(.track, preamp: 2, fallback: -9)
    #expect(abs(decibels(loudness, both) + 4) < 1e-9)
    #expect(abs(decibels(loudness, [:]) + 9) < 1e-9)
  }

  @Test("A gain never makes the peak louder than full scale")
  func gainNeverMakesPeak() {
    let loud = ["REPLAYGAIN_TRACK_GAIN": "12 dB", "REPLAYGAIN_TRACK_PEAK": "0.5"]
    let untold = ["REPLAYGAIN_TRACK_GAIN": "12 dB"]
    let over = ["REPLAYGAIN_TRACK_GAIN": "0 dB", "REPLAYGAIN_TRACK_PEAK": "1.25"]
    #expect(abs(decibels(Loudness(.track), loud) - 20 * log10(2)) < 1e-9)
    #expect(decibels(Loudness(.track), untold) == 0)
    #expect(abs(decibels(Loudness(.track), over) - 20 * log10(0.8)) < 1e-9)
    #expect(decibels(Loudness(.track, fallback: 6), [:]) == 0)
    let free = Loudness(.track, fallback: 6, preventsClipping: false)
    #expect(abs(decibels(free, loud) - 12) < 1e-9)
    #expect(abs(decibels(free, [:]) - 6) < 1e-9)
  }

  @Test("Settings are limited to bounds")
  func settingsKeptWithinBounds() {
    var loudness = Loudness(.track, preamp: 99, fallback: .nan)
    #expect(loudness.preamp == 24)
    #expect(loudness.fallback == 0)
    loudness.fallback = -99
    loudness.preamp = .nan
    #expect(loudness.fallback == -24)
    #expect(loudness.preamp == 24)
  }
}
