import Foundation
import MediaInspection
import PlayerKit

// Prints the waveform of a file, a point a line: waveform-file FILE POINTS. On standard error it says how
// many seconds that took, and the memory. `Scripts/bench-waveform.sh` compares it with ffmpeg.

guard CommandLine.arguments.count == 3, let points = Int(CommandLine.arguments[2]) else {
  FileHandle.standardError.write(Data("usage: waveform-file FILE POINTS\n".utf8))
  exit(2)
}
let source = MediaSource(.file(path: CommandLine.arguments[1]))
let start = ContinuousClock.now
let waveform = try await MediaInspector().waveform(of: source, points: points)
let seconds = (ContinuousClock.now - start) / .seconds(1)
var usage = rusage()
#if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
#else
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
#endif
for point in waveform.points { print(point.minimum, point.maximum, point.rms) }
let text = "seconds: \(seconds), memory: \(usage.ru_maxrss >> 10) MB\n"
FileHandle.standardError.write(Data(text.utf8))
