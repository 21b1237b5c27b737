import MusicCatalog

extension AppleMusic {
  /// What a list may hold: a ``Resource`` of any kind, or an ``Item``.
  public typealias Member = Codable & Hashable & Sendable

  /// Fetches further pages of lists: the client, as lists see it.
  ///
  /// Lists get theirs while they are decoded, from the decoder's
  /// `userInfo[.appleMusicPager]`; so do those inside of resources.
  public protocol CollectionPager: Sendable {
    /// Fetches one page.
    ///
    /// - Parameters:
    ///   - next: the path as the service gave it: relative to the host, encoded, with a query.
    ///   - limit: how many members were asked for in the first page, to be put back where `next`
    ///     has lost it; `nil`: not known.
    ///   - type: the type of the members.
    func page<Element: Member>(
      at next: String,
      limit: Int?,
      of type: Element.Type
    ) async throws -> Collection<Element>
  }
}

extension CodingUserInfoKey {
  /// The `any AppleMusic.CollectionPager` that decoded lists page with.
  public static let appleMusicPager = CodingUserInfoKey("PlayerKit.AppleMusic.pager")
}

extension AppleMusic {
  /// A list of which one bad member does not lose the others.
  public typealias LossyArray<Element: Member> = MusicCatalog.LossyArray<Element>

  /// A member of a list that the service sent in a form that cannot be read.
  public typealias UnreadableMember = MusicCatalog.UnreadableMember
}
