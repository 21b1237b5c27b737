import Foundation

/// Two long tracks that differ by their channel: even numbers play on the left, odd numbers on the right. They are
/// MP3 if ffmpeg is installed, and otherwise WAV.
struct Music {
  /// The duration of each track.
  static let seconds = 300
  /// Samples per second.
  static let rate = 44_100

  /// `mp3` or `wav`.
  let kind: String
  /// The paths of both tracks.
  let paths: [String]

  /// Makes the tracks in a folder.
  init(in folder: String) throws {
    let ffmpeg = Tool.path(of: "ffmpeg")
    kind = ffmpeg == nil ? "wav" : "mp3"
    paths = try ["left", "right"].enumerated().map { index, name in
      let wav = "\(folder)/\(name).wav"
      try Self.wav(isLeft: index == 0, seconds: Self.seconds).write(to: URL(fileURLWithPath: wav))
      guard let ffmpeg else { return wav }
      let mp3 = "\(folder)/\(name).mp3"
      let arguments = ["-loglevel", "error", "-y", "-i", wav, "-b:a", "192k", mp3]
      guard try Tool.run(ffmpeg, arguments) else { throw POSIXError(.EIO) }
      try FileManager.default.removeItem(atPath: wav)
      return mp3
    }
  }

  /// The path of a track by its number.
  func path(_ number: Int) -> String { paths[number % 2] }

  /// A WAV file with a tone and some noise, the same each second.
  static func wav(isLeft: Bool, seconds: Int) -> Data {
    var second = Data(capacity: rate * 4)
    var noise: UInt32 = 1
    for frame in 0..<rate {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let tone = sin(Double(frame) * 2 * .pi * 441 / Double(rate)) * 9_000
      let sample = Int16(tone) + Int16(noise >> 22) - 512
      second.append(little: isLeft ? sample : 0)
      second.append(little: isLeft ? 0 : sample)
    }
    var data = header(frames: rate * seconds)
    data.reserveCapacity(data.count + second.count * seconds)
    for _ in 0..<seconds { data.append(second) }
    return data
  }

  /// The header of a WAV file with 16-bit stereo.
  static func header(frames: Int) -> Data {
    var data = Data("RIFF".utf8)
    data.append(little: UInt32(36 + frames * 4))
    data.append(contentsOf: "WAVEfmt ".utf8)
    for (value, isShort) in [
      (16, false), (1, true), (2, true), (rate, false), (rate * 4, false), (4, true), (16, true),
    ] {
      if isShort { data.append(little: UInt16(value)) } else { data.append(little: UInt32(value)) }
    }
    data.append(contentsOf: "data".utf8)
    data.append(little: UInt32(frames * 4))
    return data
  }
}

extension Data {
  /// Appends a number, lowest byte first.
  mutating func append<Integer: FixedWidthInteger>(little value: Integer) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
