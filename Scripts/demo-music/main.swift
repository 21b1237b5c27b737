// Writes the demo's music as WAV files into the folder given. Compiled together with the sources in
// Examples/playerkit/Demo by Scripts/make-demo-music.sh.

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: demo-music FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)

for piece in DemoMusic.allCases {
  let samples = piece.render()
  try WAVWriter.write(samples, to: folder.appendingPathComponent("\(piece.rawValue).wav"))
  guard piece == .firstLight else { continue }
  let (first, second) = samples.cut(atFrame: DemoMusic.firstLightCut)
  try WAVWriter.write(first, to: folder.appendingPathComponent("\(piece.rawValue)-1.wav"))
  try WAVWriter.write(second, to: folder.appendingPathComponent("\(piece.rawValue)-2.wav"))
}
