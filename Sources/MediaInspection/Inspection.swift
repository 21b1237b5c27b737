import MediaLoading
import PlayerKit

/// Looks into one piece of media: tags by TagLib, the rest by libavformat, over the same bytes. Blocks.
struct Inspection {
  enum Purpose: Sendable, Equatable {
    case showing
    /// The bytes of one picture are wanted.
    case picture(Int)
  }

  private let bytes: MediaBytes
  private let purpose: Purpose

  init(_ bytes: MediaBytes, for purpose: Purpose) {
    (self.bytes, self.purpose) = (bytes, purpose)
  }

  func find() throws(PlayerError) -> Finding {
    try bytes.begin()
    let tagLength = ID3Holes.length(bytes.bytes(at: 0, count: 10))
    let kind = MediaKind(bytes.bytes(at: tagLength, count: 4_096), hasID3: tagLength > 0)
    var index: MP4Index?
    let found = kind == .mp4 ? MP4Index(bytes) : nil
    if purpose == .showing {
      if kind.hasTagInOnePiece { bytes.allowWholeTags() }
      if tagLength > 0 { bytes.holes = ID3Holes.find(in: bytes) }
      if let found {
        bytes.holes = found.holes
        index = found
      }
    }
    let isSane = kind != .mp4 || MP4Depth.isShallow(bytes)
    let tags =
      isSane ? kind.tagLib.map { TagReader(bytes, for: purpose).read($0) } ?? RawTags() : RawTags()
    if case .picture(let number) = purpose, tags.pictures.count > number {
      return Finding(tags: tags, container: nil, index: nil)
    }
    if found?.isHuge == true { throw InspectionFailure.tooMuch }
    // A few chapters are told by the index itself; libavformat would go through the media for them.
    let hasChapters = index.map { (1..<255).contains($0.chapters.count) } ?? false
    let container = ContainerReader(bytes, from: min(tagLength, bytes.size), for: purpose)
      .read(chapters: !hasChapters, kind: kind)
    try check(container)
    return Finding(tags: tags, container: container, index: hasChapters ? index : nil)
  }

  /// What was read so far is worth something where only the bounds ended it.
  private func check(_ container: Container?) throws(PlayerError) {
    if let failure = bytes.failure, failure != InspectionFailure.tooMuch,
      !HTTPFailure.isBound(failure)
    {
      throw failure
    }
    guard container == nil else { return }
    throw bytes.failure ?? InspectionFailure.unknown
  }
}
