/// What can be put into a queue: a ``Track``, to be played as it is, or a ``QueueItem``.
public protocol QueueItemConvertible: Sendable {
  /// The track, and how it is to be played.
  var queueItem: QueueItem { get }
}

/// What is put into a queue: a track, and how it is to be played there.
public struct QueueItem: QueueItemConvertible {
  /// How it is to be played, and what the app keeps with it.
  private final class Options: Sendable {
    let clip: Clip?
    let startPosition: Duration
    let rate: Double?
    let userInfo: [String: String]

    init(clip: Clip?, startPosition: Duration, rate: Double?, userInfo: [String: String]) {
      self.clip = clip
      self.startPosition = startPosition
      self.rate = rate
      self.userInfo = userInfo
    }
  }

  private final class Extras: Sendable {
    let options: Options?
    let found: TrackMetadata?
    let lacksPictures: Bool

    init(options: Options?, found: TrackMetadata?, lacksPictures: Bool = false) {
      self.options = options
      self.found = found
      self.lacksPictures = lacksPictures
    }
  }

  /// What is played.
  public let track: any Track
  /// The playlist that it belongs to; `nil`: none.
  public let section: QueueSection?
  // Few items have any: those pay for it.
  private let extras: Extras?

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - track: What is played.
  ///   - startPosition: Where playback begins when the queue comes to the entry, from the start of
  ///     the track, or of its clip; below 0 means 0. Such an entry begins with the delay of
  ///     loading.
  ///   - clip: The part of the track to play; `nil`: all of it.
  ///   - rate: The speed at which it is played; `nil`: that of the queue.
  ///   - section: The playlist that it belongs to.
  ///   - userInfo: What the app wants to keep with it; kept by the stores, too.
  public init(
    _ track: any Track,
    startingAt startPosition: Duration = .zero,
    clip: Clip? = nil,
    rate: Double? = nil,
    section: QueueSection? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.track = track
    self.section = section
    let isPlain = clip == nil && startPosition <= .zero && rate == nil && userInfo.isEmpty
    extras =
      isPlain
      ? nil
      : Extras(
        options: Options(
          clip: clip,
          startPosition: max(.zero, startPosition),
          rate: rate,
          userInfo: userInfo
        ),
        found: nil
      )
  }

  /// The part of the track that is played; `nil`: all of it.
  public var clip: Clip? { extras?.options?.clip }

  /// Where playback begins when the queue comes to the entry. A command that names a position, a
  /// restart, a repetition of the track, and ``QueuePlayer/play()`` after its end begin elsewhere.
  public var startPosition: Duration { extras?.options?.startPosition ?? .zero }

  /// The speed at which it is played; `nil`: that of the queue. To set the queue's rate while the
  /// entry is current holds for this time only.
  public var rate: Double? { extras?.options?.rate }

  /// What the app keeps with it.
  public var userInfo: [String: String] { extras?.options?.userInfo ?? [:] }

  /// What is known of the track. What the app or the service said comes first
  /// (``Track/statedMetadata``), then what was found in its media, then what stands in for it, such
  /// as the name of a file: field by field.
  public var metadata: TrackMetadata {
    guard var found = extras?.found else { return track.metadata }
    if let clip { found.duration = found.duration.map(clip.duration(in:)) }
    return track.statedMetadata.filled(from: found).filled(from: track.metadata)
  }

  /// What was found in the track's media; `nil`: nobody has looked into it yet.
  public var foundMetadata: TrackMetadata? { extras?.found }

  /// Whether pictures are missing from the ``foundMetadata``, since a store can't keep them.
  var lacksPictures: Bool { extras?.lacksPictures ?? false }

  /// Whether all was found in the track's media.
  var isInspected: Bool { foundMetadata != nil && !lacksPictures }

  /// Itself.
  public var queueItem: QueueItem { self }

  /// The same item with other data of the app.
  func with(userInfo: [String: String]) -> QueueItem {
    QueueItem(
      track,
      startingAt: startPosition,
      clip: clip,
      rate: rate,
      section: section,
      userInfo: userInfo
    )
    .with(found: foundMetadata, lacksPictures: lacksPictures)
  }

  /// The same item with what was found in its media.
  func with(found: TrackMetadata?, lacksPictures: Bool = false) -> QueueItem {
    let isPlain = found == nil && extras?.options == nil
    return QueueItem(
      track: track,
      section: section,
      extras: isPlain
        ? nil : Extras(options: extras?.options, found: found, lacksPictures: lacksPictures)
    )
  }

  /// This item in the place of one that stood for several. It is identical to no other.
  ///
  /// - Parameter isOnly: whether it is all that the other stood for.
  func inPlace(of other: QueueItem, isOnly: Bool) -> QueueItem {
    QueueItem(
      track: track,
      section: other.section ?? section,
      extras: Extras(
        options: Options(
          clip: clip ?? (isOnly ? other.clip : nil),
          startPosition: isOnly && startPosition == .zero ? other.startPosition : startPosition,
          rate: rate ?? other.rate,
          userInfo: userInfo.isEmpty ? other.userInfo : userInfo
        ),
        found: foundMetadata,
        lacksPictures: lacksPictures
      )
    )
  }

  private init(track: any Track, section: QueueSection?, extras: Extras?) {
    self.track = track
    self.section = section
    self.extras = extras
  }

  /// Whether both are one item, so that a store need not write the one in place of the other.
  func isIdentical(to other: QueueItem) -> Bool { extras === other.extras }
}

extension Track {
  /// The track, to be played as it is.
  public var queueItem: QueueItem { QueueItem(self) }
}
