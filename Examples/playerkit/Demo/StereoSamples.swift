/// Interleaved 16-bit stereo samples: left, right, left, right …
struct StereoSamples: Equatable, Sendable {
  /// The samples of both channels, two per frame.
  var interleaved: [Int16]
  /// Frames per second.
  var sampleRate: Int

  /// The number of samples per channel.
  var frameCount: Int { interleaved.count / 2 }

  /// The length in seconds.
  var duration: Double { Double(frameCount) / Double(sampleRate) }

  /// Splits the samples at a frame. Played one after the other, both parts sound like the whole. A
  /// frame beyond the end leaves the second part empty.
  func cut(atFrame frame: Int) -> (StereoSamples, StereoSamples) {
    let index = min(max(frame, 0), frameCount) * 2
    return (
      StereoSamples(interleaved: Array(interleaved[..<index]), sampleRate: sampleRate),
      StereoSamples(interleaved: Array(interleaved[index...]), sampleRate: sampleRate)
    )
  }
}
