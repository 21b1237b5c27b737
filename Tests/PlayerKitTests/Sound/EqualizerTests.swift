import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite(.tags(.pure)) struct EqualizerTests {
  /// Settings in AutoEq's format.
  private static let text = """
    Preamp: -6.2 dB
    Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70
    Filter 2: ON PK Fc 210 Hz Gain -2.6 dB Q 0.53
    Filter 3: ON HSC Fc 10000 Hz Gain 1.2 dB Q 0.70
    """

  private func error(_ text: String) -> EqualizerError? {
    do throws(EqualizerError) {
      _ = try Equalizer(parametric: text)
      return nil
    } catch {
      return error
    }
  }

  @Test("AutoEq's text form is read")
  func textAutoeqRead() throws {
    let equalizer = try Equalizer(parametric: Self.text)
    let wanted = Equalizer(
      preamp: -6.2,
      bands: [
        .init(.lowShelf, frequency: 105, gain: 5.5, q: 0.7),
        .init(frequency: 210, gain: -2.6, q: 0.53),
        .init(.highShelf, frequency: 10_000, gain: 1.2, q: 0.7),
      ]
    )
    #expect(equalizer == wanted)
  }

  @Test("A written equalizer is read as equal")
  func writtenReadEqual() throws {
    var wanted = [try Equalizer(parametric: Self.text), Equalizer(preamp: 1e-7)]
    wanted += Equalizer.Preset.allCases.map { Equalizer($0) }
    for equalizer in wanted {
      #expect(try Equalizer(parametric: equalizer.parametricText) == equalizer)
    }
  }

  @Test(
    "Other spellings of the same are read",
    arguments: [
      "\u{FEFF}Preamp: -1 dB\r\nFilter 1: ON PK Fc 100 Hz Gain 3 dB Q 1\r\n",
      "# a remark\n\nPREAMP: -1 db\nfilter: on peq fc 100 hz gain 3 db q 1",
      "Preamp: -3 dB\nPreamp: 2 dB\nFilter 1: OFF PK Fc 5 Hz\nFilter 7: ON PK Fc 100 Hz Gain 3 dB Q 1",
    ]
  )
  func otherWaysWrite(text: String) throws {
    let wanted = Equalizer(preamp: -1, bands: [.init(frequency: 100, gain: 3, q: 1)])
    #expect(try Equalizer(parametric: text) == wanted)
  }

  @Test("A shelf without a Q has the steepest slope without a bump")
  func shelfWithoutQ() throws {
    let equalizer = try Equalizer(parametric: "Filter 1: ON LS Fc 100 Hz Gain 3 dB")
    #expect(equalizer.bands.map(\.q) == [0.707])
  }

  @Test(
    "An invalid text is refused with its line number",
    arguments: [
      ("", EqualizerError.Code.empty, 1), ("\n# nothing\n", .empty, 3),
      ("Preamp: -6 dB\nGraphicEQ: 20 1; 30 2", .unknownLine, 2),
      ("Preamp: loud dB", .badNumber, 1), ("Preamp: nan dB", .badNumber, 1),
      ("Preamp: -31 dB", .badNumber, 1), ("Preamp: 20 dB\nPreamp: 20 dB", .badNumber, 2),
      ("Preamp: -6", .unknownLine, 1), ("Preamp: -6 dB dB", .unknownLine, 1),
      ("Filter 1: ON LP Fc 100 Hz", .unknownFilter, 1), ("Filter 1:", .unknownLine, 1),
      ("Filter 1: ON PK Fc 100 Hz Gain 3 dB", .badNumber, 1),
      ("Filter 1: ON PK Fc 5 Hz Gain 3 dB Q 1", .badNumber, 1),
      ("Filter 1: ON PK Fc 1e400 Hz Gain 3 dB Q 1", .badNumber, 1),
      ("Filter 1: ON PK Fc 100 Hz Gain 3 dB Q 0", .badNumber, 1),
    ]
  )
  func textMakesNo(
    text: String,
    code: EqualizerError.Code,
    line: Int
  ) {
    let error = error(text)
    #expect(error?.code == code)
    #expect(error?.line == line)
  }

  @Test("More bands than the maximum are refused in a text, and dropped elsewhere")
  func moreBandsCan() {
    let band = Equalizer.Band(frequency: 100, gain: 3, q: 1)
    let line = "Filter 1: ON PK Fc 100 Hz Gain 3 dB Q 1\n"
    #expect(error(String(repeating: line, count: 64)) == nil)
    #expect(error(String(repeating: line, count: 65))?.code == .tooManyBands)
    var equalizer = Equalizer(bands: Array(repeating: band, count: 99))
    #expect(equalizer.bands.count == 64)
    equalizer.bands += [band]
    #expect(equalizer.bands.count == 64)
  }

  @Test("The response equals the gain at the band, and decreases with the distance")
  func responseGainBand() {
    let peak = Equalizer(preamp: -2, bands: [.init(frequency: 1_000, gain: 6, q: 1.41)])
    #expect(abs(peak.response(at: 1_000) - 4) < 1e-9)
    #expect(abs(peak.response(at: 30) + 2) < 0.02)
    #expect(abs(peak.response(at: 20_000) + 2) < 0.05)
    let low = Equalizer(bands: [.init(.lowShelf, frequency: 200, gain: 6, q: 0.707)])
    #expect(abs(low.response(at: 5) - 6) < 0.01)
    #expect(abs(low.response(at: 200) - 3) < 1e-9)
    #expect(abs(low.response(at: 15_000)) < 0.01)
    let high = Equalizer(bands: [.init(.highShelf, frequency: 2_000, gain: -6, q: 0.707)])
    #expect(abs(high.response(at: 10)) < 0.01)
    #expect(abs(high.response(at: 2_000) + 3) < 1e-9)
    #expect(abs(high.response(at: 21_000) + 6) < 0.05)
  }

  @Test("No preset makes anything louder than recorded", arguments: Equalizer.Preset.allCases)
  func noPresetMakes(preset: Equalizer.Preset) {
    let equalizer = Equalizer(preset)
    let frequencies = (0...200).map { 20 * pow(1_000, Double($0) / 200) }
    #expect(frequencies.allSatisfy { equalizer.response(at: $0) <= 0.01 })
    #expect(equalizer.isFlat == (preset == .flat))
  }

  @Test("Ten gains are the gains of ten octaves")
  func tenGainsThose() {
    let equalizer = Equalizer(octaveGains: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    #expect(equalizer.bands.map(\.frequency) == Equalizer.octaves)
    #expect(equalizer.bands.map(\.gain) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  }

  @Test("Values out of bounds are limited")
  func outBoundsCounts() {
    let band = Equalizer.Band(frequency: 1e9, gain: -.infinity, q: .nan)
    #expect((band.frequency, band.gain, band.q) == (24_000, -30, 0.707))
    var equalizer = Equalizer(preamp: .nan)
    #expect(equalizer.preamp == 0)
    equalizer.preamp = 99
    equalizer.preamp = .nan
    #expect(equalizer.preamp == 30)
  }
}
