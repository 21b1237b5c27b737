/// Which piece is heard as which song's preview.
struct PreviewShelf: Sendable {
  let pieces: [PreviewPiece]
  /// The number of a song's preview; nil where there is no such song, or no preview of it.
  let previewNumber: @Sendable (_ songID: String) -> Int?

  /// The piece that a preview's number stands for. There are more numbers than pieces.
  func piece(number: Int) -> PreviewPiece? {
    guard !pieces.isEmpty, number >= 0 else { return nil }
    return pieces[number % pieces.count]
  }

  /// The piece behind the last component of a preview's address, as in `3-700000001.m4a`.
  func piece(file: Substring) -> (piece: PreviewPiece, number: Int)? {
    guard file.hasSuffix(".m4a") else { return nil }
    let parts = file.dropLast(4).split(separator: "-", maxSplits: 1)
    guard
      parts.count == 2,
      let number = Int(parts[0]),
      previewNumber(String(parts[1])) == number,
      let piece = piece(number: number)
    else { return nil }
    return (piece, number)
  }
}
