import Foundation

/// What is heard in the previews, for tests that compare to the sample.
extension ServiceSimulator {
  /// All pieces, in the order in which the numbers of the previews go through them.
  package var previewPieces: [PreviewPiece] { shelf.pieces }

  /// The exact number of frames of a preview, at 44.1 kHz; nil for a number below 0.
  package func previewFrames(forNumber number: Int) -> Int? {
    shelf.piece(number: number)?.frames
  }

  /// The same for the address of a preview; nil where it is not one of this simulator's.
  package func previewFrames(at url: URL) -> Int? {
    let folder = media.appendingPathComponent("previews")
    guard url.deletingLastPathComponent().absoluteString == folder.absoluteString + "/" else {
      return nil
    }
    return shelf.piece(file: Substring(url.lastPathComponent))?.piece.frames
  }
}
