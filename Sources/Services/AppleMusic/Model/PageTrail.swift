import MusicCatalog

extension AppleMusic {
  /// Where paging has been: enough to notice that it does not end, in a bounded space.
  struct PageTrail: Sendable {
    /// Pages without a member in a row that are taken for the service's habit, not for its fault.
    static let mostEmptyPages = 3
    private static let mostRecent = 16

    /// The last paths: a short circle is noticed at its first path that comes again.
    private var recent: [String] = []
    /// The path at the last power of two: a circle of any length meets it some time (Brent).
    private var anchor: String?
    private var count = 0
    private var emptyPages = 0

    /// Whether the page at `path` is known to have been fetched.
    func contains(_ path: String) -> Bool { path == anchor || recent.contains(path) }

    /// Whether there were too many pages without a member.
    var leadsNowhere: Bool { emptyPages > Self.mostEmptyPages }

    /// The trail with one page more.
    func adding(_ path: String, isEmpty: Bool) -> PageTrail {
      var trail = self
      if trail.recent.count == Self.mostRecent { trail.recent.removeFirst() }
      trail.recent.append(path)
      trail.count += 1
      if trail.count & (trail.count - 1) == 0 { trail.anchor = path }
      trail.emptyPages = isEmpty ? emptyPages + 1 : 0
      return trail
    }

    var failure: CatalogError {
      CatalogError(
        .malformedReply,
        "The service names page after page, and none of them has a member.",
        service: .appleMusic
      )
    }
  }
}
