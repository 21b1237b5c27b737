import PlayerKitMedia
import PlayerKit

/// Pictures within media are known by where the media is, and their number in it: a file's path and when it was
/// changed; the address of what anybody may fetch; else a digest of the source's ``PlayerKit/MediaSource/cacheKey``. A
/// digest leads to the media as long as this inspector remembers it: the 512 that were asked for last, of bytes
/// that an app supplies 16. No address that may be signed stands in
/// a key, and so none in a store.
extension MediaInspector: ArtworkSource {
  /// `media`.
  public var artworkSource: String { "media" }

  /// The bytes of a picture within media, 20 MB at most. Reads the media's tags anew, but for small pictures
  /// that were found at a server not long ago.
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
