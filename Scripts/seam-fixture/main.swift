// Writes the first side of the seam tests' signal as a WAV file. Compiled together with
// Tests/ExamplesTests/Support/SeamSignal.swift by Scripts/make-seam-fixture.sh.

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: seam-fixture FILE\n".utf8))
  exit(2)
}
let signal = StereoSamples(
  interleaved: SeamSignal.interleaved,
  sampleRate: SeamSignal.sampleRate
)
try WAVWriter.write(
  signal.cut(atFrame: SeamSignal.cut).0,
  to: URL(fileURLWithPath: CommandLine.arguments[1])
)
