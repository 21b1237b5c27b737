/// Which piece is heard in which song's or music video's preview.
struct PreviewShelf: Sendable {
  let pieces: [PreviewPiece]
  let catalog: InventedCatalog

  /// The piece that a preview's number stands for. There are more numbers than pieces.
  func piece(number: Int) -> PreviewPiece? {
    guard !pieces.isEmpty, number >= 0 else { return nil }
    return pieces[number % pieces.count]
  }

  /// The piece behind the last component of a preview's address, as in `3-700000001.m4a`; nil where
  /// there is no such preview. Those of music videos end in `.m4v`, and have no picture.
  func piece(file: Substring) -> (piece: PreviewPiece, number: Int)? {
    let parts = file.dropLast(4).split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), let id = Int(parts[1]) else { return nil }
    let known =
      switch file.suffix(4) {
      case ".m4a": songNumber(id)
      case ".m4v": videoNumber(id)
      default: Int?.none
      }
    guard known == number, let piece = piece(number: number) else { return nil }
    return (piece, number)
  }

  private func songNumber(_ id: Int) -> Int? {
    catalog.song(anywhere: id).flatMap(catalog.previewNumber(song:))
  }

  private func videoNumber(_ id: Int) -> Int? {
    let index = catalog.common(.musicVideos, id, catalog.musicVideos.count)
    return index.flatMap { catalog.musicVideos[$0].hasPreview ? $0 : nil }
  }
}
