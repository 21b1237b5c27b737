import Foundation

/// A piece of music that the media host serves as a preview.
package struct PreviewPiece: Sendable, Hashable {
  package var name: String
  /// The exact number of frames, at 44.1 kHz.
  package var frames: Int
  /// The contents of the file: AAC in MPEG-4, or MP3.
  package var data: Data

  package init(name: String, frames: Int, data: Data) {
    self.name = name
    self.frames = frames
    self.data = data
  }

  /// The pieces that come with the simulator.
  package static func bundled() throws(ServiceSimulatorError) -> [PreviewPiece] {
    try pieces(folder: "previews", type: "m4a")
  }

  /// The MP3 pieces that come with the simulator, for services with MP3 previews.
  package static func bundledMP3() throws(ServiceSimulatorError) -> [PreviewPiece] {
    try pieces(folder: "previews/mp3", type: "mp3")
  }

  private static func pieces(
    folder path: String,
    type: String
  ) throws(ServiceSimulatorError) -> [PreviewPiece] {
    do {
      guard let folder = Bundle.module.url(forResource: path, withExtension: nil) else {
        throw ServiceSimulatorError.missingMusic("no folder of previews")
      }
      let manifest = try Data(contentsOf: folder.appendingPathComponent("manifest.json"))
      return try JSONDecoder().decode([Entry].self, from: manifest).map { entry in
        let file = folder.appendingPathComponent("\(entry.name).\(type)")
        return PreviewPiece(
          name: entry.name,
          frames: entry.frames,
          data: try Data(contentsOf: file)
        )
      }
    } catch {
      throw .missingMusic(error.localizedDescription)
    }
  }

  private struct Entry: Decodable {
    var name: String
    var frames: Int
  }
}
