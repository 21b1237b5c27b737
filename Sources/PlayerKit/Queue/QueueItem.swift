/// What is put into a queue: a track, and how it is to be played there.
public struct QueueItem: Sendable {
  private final class Extras: Sendable {
    let clip: Clip?
    let userInfo: [String: String]

    init(clip: Clip?, userInfo: [String: String]) {
      self.clip = clip
      self.userInfo = userInfo
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
  ///   - clip: The part of the track to play; `nil`: all of it.
  ///   - section: The playlist that it belongs to.
  ///   - userInfo: What the app wants to keep with it; kept by the stores, too.
  public init(
    _ track: any Track,
    clip: Clip? = nil,
    section: QueueSection? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.track = track
    self.section = section
    let isPlain = clip == nil && userInfo.isEmpty
    extras = isPlain ? nil : Extras(clip: clip, userInfo: userInfo)
  }

  /// The part of the track that is played; `nil`: all of it.
  public var clip: Clip? { extras?.clip }

  /// What the app keeps with it.
  public var userInfo: [String: String] { extras?.userInfo ?? [:] }
}
