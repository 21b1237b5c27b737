import Foundation
import TestSupport

/// A temporary folder with audio. It is removed when the test ends.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: url.appendingPathComponent(name))
  }

  /// Writes part of the signal as a WAV file. Without a range, this is a fifth of a second.
  func writeWAV(_ name: String, frames: Range<Int> = 0..<8_820) throws {
    let samples = Array(SeamSignal.interleaved[frames.lowerBound * 2..<frames.upperBound * 2])
    try write(WAVMaker.file(samples, rate: SeamSignal.sampleRate), to: name)
  }
}
