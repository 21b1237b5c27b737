import PlayerKit
import PlayerKitMedia
import PlayerKitPlaylists

/// Adds data from files next to a local file, if the file itself lacks it. Waits for the disk.
extension MediaInspector {
  func addWhatIsBeside(_ path: String, to information: inout MediaInformation) {
    if information.metadata.artwork == nil, let picture = cover(beside: path) {
      information.pictures.append(picture)
      information.metadata.artwork = picture.artwork
    }
    if information.lyrics?.isTimed != true, let lyrics = lyrics(beside: path) {
      information.lyrics = lyrics
    }
    if information.metadata.chapters.isEmpty, let file = folders.sheet(of: path),
      let sheet = text(file, atMost: CueSheet.longest)
    {
      let name = path.split(separator: "/").last.map(String.init)
      information.metadata.chapters = CueSheet.chapters(sheet, of: name).inOrder
    }
  }

  private func cover(beside path: String) -> MediaInformation.Picture? {
    guard let cover = folders.cover(beside: path), let bytes = open(cover, atMost: 1 << 20),
      bytes.size <= Int64(Self.largestPicture)
    else { return nil }
    var head = bytes.bytes(at: 0, count: 64 << 10)
    var header = head.withUnsafeBytes { PictureHeader($0) }
    if header == nil {
      // Cameras and editors may write much data before the size.
      head = bytes.bytes(at: 0, count: 1 << 20)
      header = head.withUnsafeBytes { PictureHeader($0) }
    }
    guard let format = header?.format ?? head.withUnsafeBytes({ PictureFormat(signature: $0) })
    else { return nil }
    return .init(
      kind: .frontCover,
      mimeType: format.rawValue,
      byteCount: Int(bytes.size),
      width: header?.width,
      height: header?.height,
      place: .file(name: cover.split(separator: "/").last.map(String.init) ?? cover),
      artwork: Artwork(path: PicturePlaces.absolute(cover))
    )
  }

  private func lyrics(beside path: String) -> Lyrics? {
    guard let file = folders.lyrics(of: path), let text = text(file, atMost: TagText.longestLyrics)
    else { return nil }
    return Lyrics(lrc: TextEncoding.decode(text))
  }

  private func text(_ path: String, atMost longest: Int) -> [UInt8]? {
    open(path, atMost: Int64(longest)).map { bytes in
      bytes.bytes(at: 0, count: Int(min(bytes.size, Int64(longest))))
    }
  }

  /// Opens a small file with the loader.
  private func open(_ path: String, atMost limit: Int64) -> MediaBytes? {
    let limits = MediaBytes.Limits(total: limit + (64 << 10), piece: .max, wholePiece: .max)
    let stream = opener.openForInspection(MediaSource(.file(path: path))).makeStream()
    let bytes = MediaBytes(stream, limits: limits)
    guard (try? bytes.begin()) != nil else { return nil }
    return bytes
  }
}
