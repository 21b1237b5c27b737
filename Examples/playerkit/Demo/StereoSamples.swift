/// Interleaved 16-bit stereo samples: left, right, left, right …
struct StereoSamples: Equatable, Sendable {
  /// The samples of both channels, two a frame.
  var interleaved: [Int16]
  /// Frames per second.
  var sampleRate: Int

  /// How many samples each channel has.
  var frameCount: Int { interleaved.count / 2 }

  /// The length in seconds.
  var duration: Double { Double(frameCount) / Double(sampleRate) }

  /// Both sides of a cut, which played back to back are the whole again. A cut beyond the end
  /// leaves the second side empty.
  func cut(atFrame frame: Int) -> (StereoSamples, StereoSamples) {
    let index = min(max(frame, 0), frameCount) * 2
    return (
      StereoSamples(interleaved: Array(interleaved[..<index]), sampleRate: sampleRate),
      StereoSamples(interleaved: Array(interleaved[index...]), sampleRate: sampleRate)
    )
  }
}
