/// The piece of music for each preview of a song or music video.
struct PreviewStore: Sendable {
  let pieces: [PreviewPiece]
  let mp3Pieces: [PreviewPiece]
  let catalog: InventedCatalog
  let signer: PreviewSigner

  /// The piece for the number of a preview. Pieces repeat, because there are more numbers than
  /// pieces.
  func piece(number: Int) -> PreviewPiece? {
    guard !pieces.isEmpty, number >= 0 else { return nil }
    return pieces[number % pieces.count]
  }

  /// The piece for the last component of a preview's address, such as `3-700000001.m4a`, or `nil`
  /// if there is no such preview. Previews of music videos end in `.m4v`, and have no picture.
  func piece(file: Substring) -> (piece: PreviewPiece, number: Int)? {
    let parts = file.dropLast(4).split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), let id = Int(parts[1]) else { return nil }
    let known =
      switch file.suffix(4) {
      case ".m4a": catalog.song(anywhere: id).flatMap(catalog.previewNumber(song:))
      case ".m4v":
        catalog.common(.musicVideos, id, catalog.musicVideos.count)
          .flatMap { catalog.musicVideos[$0].hasPreview ? $0 : nil }
      default: Int?.none
      }
    guard known == number, let piece = piece(number: number) else { return nil }
    return (piece, number)
  }

  /// The MP3 piece of a recording. Pieces repeat, because there are more recordings than pieces.
  func mp3Piece(recording: Int) -> PreviewPiece? {
    guard !mp3Pieces.isEmpty, catalog.recordings.indices.contains(recording) else { return nil }
    return mp3Pieces[recording % mp3Pieces.count]
  }

  /// The piece for one of Spotify's previews, by the 40 digits at the end of its address.
  func spotifyPiece(file: Substring) -> PreviewPiece? {
    OpaqueID.spotifyPreview(seed: catalog.seed).index(hexadecimal: String(file))
      .flatMap(mp3Piece(recording:))
  }

  /// The piece for one of Deezer's previews, by the last component of its address.
  func deezerPiece(file: Substring) -> PreviewPiece? {
    guard file.hasSuffix(".mp3") else { return nil }
    return OpaqueID.deezerPreview(seed: catalog.seed).index(hexadecimal: String(file.dropLast(4)))
      .flatMap(mp3Piece(recording:))
  }
}
