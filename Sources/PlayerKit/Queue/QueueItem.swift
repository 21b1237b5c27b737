/// Something that can be put into a queue: a ``Track`` or a ``QueueItem``.
public protocol QueueItemConvertible: Sendable {
  /// The track, with options for playing it.
  var queueItem: QueueItem { get }
}

/// A track to put into a queue, with options for playing it.
public struct QueueItem: QueueItemConvertible {
  /// The options for playing, and the app's data.
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

  /// The track to play.
  public let track: any Track
  /// The playlist that the item belongs to; `nil` if none.
  public let section: QueueSection?
  // Stored indirectly, because few items have any.
  private let extras: Extras?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - track: The track to play.
  ///   - startPosition: The position where playback begins when the queue reaches the entry, from
  ///     the start of the track or its clip; below 0 counts as 0. Such an entry begins with the
  ///     delay of loading.
  ///   - clip: The part of the track to play; `nil` for the whole track.
  ///   - rate: The speed of playback; `nil` for the queue's rate.
  ///   - section: The playlist that the item belongs to.
  ///   - userInfo: Data of the app, which stores keep, too.
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

  /// The part of the track to play; `nil` for the whole track.
  public var clip: Clip? { extras?.options?.clip }

  /// The position where playback begins when the queue reaches the entry. It does not apply to a
  /// command with a position, a restart, a repetition of the track, or ``QueuePlayer/play()`` after
  /// its end.
  public var startPosition: Duration { extras?.options?.startPosition ?? .zero }

  /// The speed of playback; `nil` for the queue's rate. Setting the queue's rate while the entry is
  /// current overrides it for this time only.
  public var rate: Double? { extras?.options?.rate }

  /// The app's data.
  public var userInfo: [String: String] { extras?.options?.userInfo ?? [:] }

  /// The metadata of the track. For each field, metadata that the app or the service stated
  /// (``Track/statedMetadata``) comes first, then metadata found in the media, then placeholders
  /// such as the name of a file.
  public var metadata: TrackMetadata {
    guard var found = extras?.found else { return track.metadata }
    if let clip { found.duration = found.duration.map(clip.duration(in:)) }
    return track.statedMetadata.filled(from: found).filled(from: track.metadata)
  }

  /// The metadata found in the track's media; `nil` if the media was not inspected yet.
  public var foundMetadata: TrackMetadata? { extras?.found }

  /// Whether pictures are missing from ``foundMetadata`` because a store can't keep them.
  var lacksPictures: Bool { extras?.lacksPictures ?? false }

  /// Whether the inspection of the track's media is complete.
  var isInspected: Bool { foundMetadata != nil && !lacksPictures }

  /// The item itself.
  public var queueItem: QueueItem { self }

  /// Returns the same item with other app data.
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

  /// Returns the same item with metadata found in its media.
  func with(found: TrackMetadata?, lacksPictures: Bool = false) -> QueueItem {
    let isPlain = found == nil && extras?.options == nil
    return QueueItem(
      track: track,
      section: section,
      extras: isPlain
        ? nil : Extras(options: extras?.options, found: found, lacksPictures: lacksPictures)
    )
  }

  /// Returns this item as a replacement of one that stood for several. It is identical to no other.
  ///
  /// - Parameter isOnly: Whether it is everything that the other stood for.
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

  /// Returns whether both are the same item, so that a store need not rewrite it.
  func isIdentical(to other: QueueItem) -> Bool { extras === other.extras }
}

extension Track {
  /// The track without options.
  public var queueItem: QueueItem { QueueItem(self) }
}
