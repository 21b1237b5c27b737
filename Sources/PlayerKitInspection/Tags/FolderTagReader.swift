import PlayerKit
import PlayerKitMedia

/// Reads only the tags of local files. Blocks.
///
/// Safe on any thread.
package struct FolderTagReader: Sendable {
  private let opener = SourceOpener(LoadingSettings())
  private let turns = MemoryGate()

  package init() {}

  /// Returns the metadata in a file's tags; `nil` if the file cannot be read or its format has
  /// other kinds of tags.
  package func metadata(of path: String) -> TrackMetadata? {
    let source = MediaSource(.file(path: path))
    var limits = MediaBytes.Limits()
    limits.walk = limits.total
    let bytes = MediaBytes(opener.openForInspection(source).makeStream(), limits: limits)
    guard (try? bytes.begin()) != nil else { return nil }
    let turn = MemoryPermit(turns)
    defer { turn.end() }
    let tagLength = bytes.tagLength
    let kind = MediaKind(bytes, after: tagLength)
    guard let format = kind.tagLib else { return nil }
    let index = kind == .mp4 ? MP4Index(bytes, from: tagLength, limits: bytes.limits.index) : nil
    let end = index?.end ?? bytes.size
    guard kind != .mp4 || MP4Depth.isShallow(bytes, until: end) else { return nil }
    if kind.hasTagInOnePiece { bytes.allowWholeTags() }
    if tagLength > 0 { bytes.holes = ID3SkippedRanges.find(in: bytes) }
    if kind.mayHaveAPETag { bytes.holes += APESkippedRanges.find(in: bytes) }
    if let index { bytes.holes = index.holes }
    if let comments = OggComments(bytes, kind) { bytes.replace(comments.range, by: comments.pages) }
    let purpose = Inspection.Purpose.showing(keepsSmallPictures: false)
    return TagReader(bytes, until: end, for: purpose, turn: turn).read(format).metadata()
  }
}
