import PlayerKit
import PlayerKitMedia

/// The key of a picture within media consists of the media's name and the picture's number. The
/// name is a file's path and modification time, the address of publicly readable media, or else a
/// digest of the source's ``PlayerKit/MediaSource/cacheKey``. A digest works as long as this
/// inspector remembers the media: the last 512 in use, or the last 16 with bytes from an app. Keys
/// never contain addresses that may be signed, so stores do not either.
extension MediaInspector: ArtworkSource {
  /// `media`.
  public var artworkSource: String { "media" }

  /// Returns the bytes of a picture within media, at most 20 MB. Reads the media's tags again,
  /// except for small pictures recently found at a server.
  public func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    guard let place = PicturePlaces.place(of: id), let source = source(named: place.media) else {
      throw InspectionFailure.noPicture
    }
    if let bytes = looks.look(named: place.media)?.pictures[place.number] {
      return MediaSource(.bytes(MemoryByteSource(bytes)), allowsCaching: source.allowsCaching)
    }
    let pictures = try await look(into: source, for: .picture(place.number), \.pictures)
    guard pictures.indices.contains(place.number) else { throw InspectionFailure.noPicture }
    let picture = pictures[place.number]
    guard picture.count <= Self.largestPicture else { throw InspectionFailure.largePicture }
    guard !picture.bytes.isEmpty else { throw InspectionFailure.noPicture }
    return MediaSource(.bytes(MemoryByteSource(picture.bytes)), allowsCaching: source.allowsCaching)
  }
}
