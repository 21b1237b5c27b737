// The signal of the real-time seam test, and the comparison of a recording with it.
//
//   seam generate FOLDER        whole.raw, a.wav, b.wav (the whole cut at frame 123,457), and
//                               b-short.wav, which lacks its first frame: the negative control
//                               middle.wav, end.wav: b.wav in two, the first of them to be coded
//   seam compare WHOLE RECORDED locates both sides of the joint in the recording
//   seam around WHOLE RECORDED  locates a.wav and end.wav, and between them what was coded
//   seam tracks REFERENCE RECORDED JOINT …
//                               compares a recording with other music, whose tracks meet at the
//                               frames JOINT …, and tells how far off each track's end is
//
// Files that end in .raw are headerless s16le stereo at 44.1 kHz.

import Foundation

/// No multiple of a frame or block size of any codec.
let cut = 123_457
let frameCount = 264_600
/// Where middle.wav ends.
let secondCut = 200_003
let sampleRate = 44_100

/// One stereo frame.
struct Frame: Equatable {
  var left: Int16
  var right: Int16

  func deviation(from other: Frame) -> Int {
    max(abs(Int(left) - Int(other.left)), abs(Int(right) - Int(other.right)))
  }
}

/// Noise from a fixed seed: no silence anywhere, and no stretch that resembles another.
func signal() -> [Frame] {
  var state: UInt32 = 2_463_534_242
  func next() -> Int16 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 16) / 4
  }
  return (0..<frameCount).map { _ in Frame(left: next(), right: next()) }
}

func bytes(_ frames: some Sequence<Frame>) -> Data {
  var data = Data()
  for frame in frames {
    for sample in [frame.left, frame.right] {
      withUnsafeBytes(of: sample.littleEndian) { data.append(contentsOf: $0) }
    }
  }
  return data
}

func wav(_ frames: some Collection<Frame>) -> Data {
  let body = bytes(frames)
  var data = Data()
  func append(_ values: UInt32...) {
    for value in values {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
  }
  data.append(Data("RIFF".utf8))
  append(UInt32(36 + body.count))
  data.append(Data("WAVEfmt ".utf8))
  append(16, 2 << 16 | 1, UInt32(sampleRate), UInt32(sampleRate * 4), 16 << 16 | 4)
  data.append(Data("data".utf8))
  append(UInt32(body.count))
  return data + body
}

func frames(of file: String) throws -> [Frame] {
  let raw = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  func sample(_ index: Int) -> Int16 {
    Int16(bitPattern: UInt16(raw[index]) | UInt16(raw[index + 1]) << 8)
  }
  return stride(from: 0, to: raw.count - 3, by: 4).map {
    Frame(left: sample($0), right: sample($0 + 2))
  }
}

/// How far two samples may differ: one step, for a path that goes through floating point.
let tolerance = 1

/// The frames at the signal's very start and end that are not compared, a tenth of a second each:
/// there PulseAudio may lose some, when the stream opens (the sink has already rendered silence) and
/// when the player closes it.
let edge = 4_410

/// Whether the recording holds a stretch of the signal at `candidate`.
func holds(
  _ stretch: Range<Int>,
  at candidate: Int,
  in recorded: [Frame],
  signal: [Frame]
) -> Bool {
  guard candidate >= 0, candidate + stretch.count <= recorded.count else { return false }
  return stretch.allSatisfy {
    recorded[candidate + $0 - stretch.lowerBound].deviation(from: signal[$0]) <= tolerance
  }
}

/// Where the recording holds the stretch of the signal that begins at `start`, minus `start`.
func offset(of start: Int, in recorded: [Frame], signal: [Frame]) -> Int? {
  let stretch = start..<(start + 256)
  return recorded.indices
    .first { holds(stretch, at: $0, in: recorded, signal: signal) }
    .map { $0 - start }
}

/// How a recording differs from a stretch of the signal.
struct Comparison {
  var compared = 0
  var worst = 0
  /// The frames, counted in the signal, that differ by more than the tolerance.
  var deviating: [Int] = []

  mutating func add(_ range: Range<Int>, at offset: Int, in recorded: [Frame], signal: [Frame]) {
    for index in range.clamped(to: -offset..<(recorded.count - offset)) {
      let deviation = recorded[index + offset].deviation(from: signal[index])
      compared += 1
      worst = max(worst, deviation)
      if deviation > tolerance { deviating.append(index) }
    }
  }

  var summary: String {
    guard let first = deviating.first, let last = deviating.last else { return "none" }
    return "\(deviating.count), from \(first) to \(last)"
  }
}

func report(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

func generate(into folder: URL) throws {
  let whole = signal()
  let parts: [(String, Data)] = [
    ("whole.raw", bytes(whole)),
    ("a.wav", wav(whole[..<cut])),
    ("b.wav", wav(whole[cut...])),
    ("b-short.wav", wav(whole[(cut + 1)...])),
    ("middle.wav", wav(whole[cut..<secondCut])),
    ("end.wav", wav(whole[secondCut...])),
  ]
  for (name, data) in parts {
    try data.write(to: folder.appendingPathComponent(name))
  }
}

/// True when the recording holds the signal, but for its edges, unbroken across the joint.
func compare(_ wholeFile: String, with recordedFile: String) throws -> Bool {
  let whole = try frames(of: wholeFile)
  let recorded = try frames(of: recordedFile)
  guard
    let before = offset(of: cut / 2, in: recorded, signal: whole),
    let after = offset(of: (cut + whole.count) / 2, in: recorded, signal: whole)
  else {
    report("joint error: unknown, the recording does not hold both sides")
    return false
  }
  var comparison = Comparison()
  comparison.add(edge..<cut, at: before, in: recorded, signal: whole)
  comparison.add(cut..<whole.count - edge, at: after, in: recorded, signal: whole)
  report("joint error: \(after - before) frames")
  report("largest deviation: \(comparison.worst) of 65536 steps")
  report("deviating frames: \(comparison.summary)")
  report("frames compared: \(comparison.compared) of \(whole.count), without \(edge) at each end")
  return before == after && comparison.deviating.isEmpty
    && comparison.compared == whole.count - 2 * edge
}

/// By how many frames a stretch that was coded with loss is off in a recording, up to 1,500.
func lag(of start: Int, at offset: Int, in recorded: [Frame], signal: [Frame]) -> Int? {
  let length = 4_096
  var best: (lag: Int, likeness: Double)?
  for lag in -1_500...1_500 {
    let first = start + offset + lag
    guard first >= 0, first + length <= recorded.count else { continue }
    var (product, energy, other) = (0, 1, 1)
    for index in 0..<length {
      let (a, b) = (Int(recorded[first + index].left), Int(signal[start + index].left))
      product += a * b
      energy += a * a
      other += b * b
    }
    let likeness = Double(product) / (Double(energy) * Double(other)).squareRoot()
    if likeness > best?.likeness ?? 0.3 { best = (lag, likeness) }
  }
  return best?.lag
}

/// True when the recording holds both ends of the signal in their distance, and between them, in its
/// place, what was coded with loss.
func compareAround(_ wholeFile: String, with recordedFile: String) throws -> Bool {
  let whole = try frames(of: wholeFile)
  let recorded = try frames(of: recordedFile)
  guard
    let before = offset(of: cut / 2, in: recorded, signal: whole),
    let after = offset(of: (secondCut + whole.count) / 2, in: recorded, signal: whole)
  else {
    report("joint error: unknown, the recording does not hold both sides")
    return false
  }
  var comparison = Comparison()
  comparison.add(edge..<cut, at: before, in: recorded, signal: whole)
  comparison.add(secondCut..<whole.count - edge, at: after, in: recorded, signal: whole)
  let head = lag(of: cut + 5_000, at: before, in: recorded, signal: whole)
  report("what was coded is off by: \(head.map(String.init) ?? "unknown") frames")
  report("what follows is off by: \(after - before) frames")
  report("deviating frames of the others: \(comparison.summary)")
  return head == 0 && before == after && comparison.deviating.isEmpty
}

/// By how many frames a stretch of the signal is off in a recording: the nearest place counts.
func shift(
  of stretch: Range<Int>,
  at offset: Int,
  in recorded: [Frame],
  signal: [Frame]
) -> Int? {
  for distance in recorded.indices {
    for shift in [distance, -distance] {
      let candidate = stretch.lowerBound + offset + shift
      if holds(stretch, at: candidate, in: recorded, signal: signal) { return shift }
    }
  }
  return nil
}

/// The last stretch of a track in which a shift by one frame shows: not a silence, nor nearly.
func lastTellingStretch(of track: Range<Int>, in signal: [Frame]) -> Range<Int>? {
  let length = 4_096
  for end in stride(from: track.upperBound, through: track.lowerBound + length, by: -512) {
    let stretch = (end - length)..<end
    let steps = stretch.dropFirst().map { signal[$0].deviation(from: signal[$0 - 1]) }
    if steps.max() ?? 0 >= 16 * tolerance { return stretch }
  }
  return nil
}

/// True when the recording holds all of the music, with each track in its place as it is seen from
/// the first one.
func compareTracks(
  _ referenceFile: String,
  with recordedFile: String,
  joints: [Int]
) throws -> Bool {
  let reference = try frames(of: referenceFile)
  let recorded = try frames(of: recordedFile)
  let bounds = [0] + joints + [reference.count]
  let tracks = zip(bounds, bounds.dropFirst()).map { $0.0..<max($0.0, $0.1) }
  guard
    let first = tracks.first.flatMap({ lastTellingStretch(of: $0, in: reference) }),
    let origin = shift(of: first, at: 0, in: recorded, signal: reference)
  else {
    report("the recording does not hold the first track")
    return false
  }
  var whole = Comparison()
  var isExact = true
  for (index, track) in tracks.enumerated() {
    let stretch = lastTellingStretch(of: track, in: reference)
    let lag = stretch.flatMap { shift(of: $0, at: origin, in: recorded, signal: reference) }
    var comparison = Comparison()
    comparison.add(track, at: origin, in: recorded, signal: reference)
    whole.add(track, at: origin, in: recorded, signal: reference)
    isExact = isExact && lag == 0
    report(
      "track \(index + 1) from frame \(track.lowerBound):"
        + " off by \(lag.map(String.init) ?? "unknown")"
        + ", seen \(stretch.map { track.upperBound - $0.upperBound } ?? 0) before its end"
        + "; largest deviation: \(comparison.worst); deviating frames: \(comparison.summary)"
    )
  }
  report("largest deviation: \(whole.worst) of 65536 steps")
  report("deviating frames: \(whole.summary)")
  report("frames compared: \(whole.compared) of \(reference.count)")
  return isExact && whole.deviating.isEmpty && whole.compared == reference.count
}

let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("generate", 3):
  try generate(into: URL(fileURLWithPath: arguments[2], isDirectory: true))
case ("compare", 4):
  exit(try compare(arguments[2], with: arguments[3]) ? 0 : 1)
case ("around", 4):
  exit(try compareAround(arguments[2], with: arguments[3]) ? 0 : 1)
case ("tracks", 5...):
  let joints = arguments.dropFirst(4).compactMap { Int($0) }
  exit(try compareTracks(arguments[2], with: arguments[3], joints: joints) ? 0 : 1)
default:
  FileHandle.standardError.write(
    Data(
      ("usage: seam generate FOLDER | compare|around WHOLE RECORDED"
        + " | tracks REFERENCE RECORDED JOINT …\n").utf8
    )
  )
  exit(2)
}
