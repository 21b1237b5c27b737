import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitMPV

/// Options for sound processing.
struct SoundOptions: ParsableArguments {
  @Option(
    help: """
      The format of the output: 44.1 kHz stereo (fixed), the device's format (device), or each track's format \
      (source). Files and rooms have a fixed format.
      """
  )
  var quality = QualityOption.fixed

  @Option(
    name: .customLong("eq"),
    help: ArgumentHelp(
      "Equalize by this file, in AutoEq's parametric format.",
      valueName: "file"
    ),
    transform: Self.equalizer
  )
  var equalizer: Equalizer?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Change the pitch by this many cents, from -1200 to 1200. The speed stays.",
      valueName: "cents"
    ),
    transform: Self.cents
  )
  var pitch: Double?

  @Option(
    help: ArgumentHelp(
      "Fade each track into the next one for this many seconds, at most 12.",
      valueName: "seconds"
    ),
    transform: Self.crossfade
  )
  var crossfade: Duration?

  @Option(help: "Play tracks at equal loudness by their tags: off, auto, track or album.")
  var loudness: Loudness.Mode?

  @Flag(help: "Play both channels as one.")
  var mono = false

  @Flag(help: "Shorten silence of more than half a second.")
  var skipSilence = false
}

extension Loudness.Mode: ExpressibleByArgument {}

enum QualityOption: String, ExpressibleByArgument, CaseIterable {
  case fixed, device, source

  var quality: MPVEngine.Quality {
    switch self {
    case .fixed: .fixed(rate: 44_100)
    case .device: .device
    case .source: .source
    }
  }
}

extension SoundOptions {
  /// Applies the given options. Other settings stay as they are.
  func apply(to queue: QueuePlayer) {
    var processing = queue.processing
    if let equalizer { processing.equalizer = equalizer }
    if let pitch { processing.pitch = pitch }
    if mono { processing.isMono = true }
    if skipSilence { processing.skipsSilence = true }
    queue.processing = processing
    if let crossfade { queue.crossfade = crossfade }
    if let loudness { queue.loudness.mode = loudness }
  }

  private static func equalizer(_ path: String) throws -> Equalizer {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ValidationError("\(path) can't be opened. Check its path and permissions.")
    }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: 2 << 20),
      let text = String(data: data, encoding: .utf8)
    else { throw ValidationError("\(path) is not a text file. Name another one.") }
    do throws(EqualizerError) {
      return try Equalizer(parametric: text)
    } catch {
      throw ValidationError("\(path), \(error)")
    }
  }

  private static func crossfade(_ text: String) throws -> Duration {
    guard let seconds = Numbers.decimal(text, in: 0...12) else {
      throw ValidationError("a crossfade is a number of seconds from 0 to 12")
    }
    return .seconds(seconds)
  }

  private static func cents(_ text: String) throws -> Double {
    guard let cents = Numbers.decimal(text, in: -1_200...1_200) else {
      throw ValidationError("a pitch is a number of cents from -1200 to 1200")
    }
    return cents
  }
}
