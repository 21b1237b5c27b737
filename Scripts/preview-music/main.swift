// Writes the previews' music as WAV files into the folder given, and a list of names and lengths to
// standard output. Compiled together with the synthesizer of Examples/playerkit/Demo by
// Scripts/make-preview-music.sh.

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: preview-music FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)

for piece in PreviewMusic.all {
  var score = piece.score
  // The synthesizer fades out at the end of the beats: so they are made to end with the piece.
  score.beats = Double(piece.frames) / 44_100 * score.tempo / 60
  let samples = Synthesizer.render(score)
  guard samples.frameCount == piece.frames else {
    FileHandle.standardError.write(Data("\(piece.name): \(samples.frameCount) frames\n".utf8))
    exit(1)
  }
  try WAVWriter.write(samples, to: folder.appendingPathComponent("\(piece.name).wav"))
  print("\(piece.name) \(piece.frames)")
}
