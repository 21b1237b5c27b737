/// A service's description of an album.
public struct Release: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The artists.
  public var artists: [String]
  /// The bar code in any spelling. `nil` if unknown.
  public var upc: String?
  /// The number of tracks. `nil` if unknown.
  public var trackCount: Int?

  /// Makes a description of an album.
  public init(title: String, artists: [String], upc: String? = nil, trackCount: Int? = nil) {
    self.title = title
    self.artists = artists
    self.upc = upc
    self.trackCount = trackCount
  }
}

/// Decides whether albums of two services are the same. Pure.
///
/// Equal bar codes suffice unless both the title and the artists differ. Without them, the title,
/// the artists and the number of tracks must agree, and the versions in the title (live, karaoke)
/// must be the same. Only the number of tracks distinguishes editions.
public struct ReleaseMatcher: Sendable {
  /// Makes a matcher.
  public init() {}

  /// Returns the confidence that two albums are the same, from 0 to 1. `nil` if they are not.
  public func score(_ candidate: Release, _ wanted: Release) -> Double? {
    let (left, right) = (TitleReader(candidate.title), TitleReader(wanted.title))
    let names = left.name.likeness(to: right.name)
    let artists = ArtistCredit(candidate.artists).likeness(to: ArtistCredit(wanted.artists))
    if let code = candidate.upc.flatMap(ProductCode.init),
      code == wanted.upc.flatMap(ProductCode.init)
    {
      return names == .different && artists == .different ? nil : 1
    }
    guard names == .equal || names == .transliterated, left.versions == right.versions else {
      return nil
    }
    let count: Double
    switch (candidate.trackCount, wanted.trackCount) {
    case (let first?, let second?) where first == second: count = 1
    case (_?, _?): return nil
    case (_, _): count = 0.9
    }
    let name = names == .equal ? 0.95 : 0.85
    return switch artists {
    case .equal: name * count
    case .transliterated, .withoutGuests, .composers: name * count * 0.9
    case .partOfName, .unknown, .incomparable, .different: nil
    }
  }

  /// Returns the best of `candidates`, the first one if several are equally good. `nil` if none is
  /// the same.
  public func best(of candidates: some Collection<Release>, for wanted: Release) -> Release? {
    var best: (release: Release, score: Double)?
    for candidate in candidates {
      if let score = score(candidate, wanted), score > best?.score ?? -1 {
        best = (candidate, score)
      }
    }
    return best?.release
  }
}
