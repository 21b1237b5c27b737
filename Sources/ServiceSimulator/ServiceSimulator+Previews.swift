import Foundation

/// What is heard in the previews, for tests that compare to the sample.
extension ServiceSimulator {
  /// All pieces, in the order in which the numbers of the previews go through them.
  package var previewPieces: [PreviewPiece] { shelf.pieces }

  /// The MP3 pieces of the services that are not Apple's, in the order of the recordings' numbers.
  package var mp3PreviewPieces: [PreviewPiece] { shelf.mp3Pieces }

  /// The exact number of frames of one of Apple's previews, at 44.1 kHz; nil for a number below 0.
  package func previewFrames(forNumber number: Int) -> Int? {
    shelf.piece(number: number)?.frames
  }

  /// The same for the address of a preview; nil where it is not one of this simulator's.
  package func previewFrames(at url: URL) -> Int? {
    let file = Substring(url.lastPathComponent)
    let plain = "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)\(url.path)"
    if plain.hasPrefix(media.absoluteString + "/mp3-preview/") {
      return shelf.spotifyPiece(file: file)?.frames
    }
    if plain.hasPrefix(media.absoluteString + "/deezer/") {
      return shelf.deezerPiece(file: file)?.frames
    }
    let folder = media.appendingPathComponent("previews")
    guard url.deletingLastPathComponent().absoluteString == folder.absoluteString + "/" else {
      return nil
    }
    return shelf.piece(file: file)?.piece.frames
  }
}
