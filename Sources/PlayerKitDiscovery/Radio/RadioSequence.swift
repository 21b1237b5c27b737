import PlayerKit

/// Chooses the next track. Pure: equal seeds and inputs give equal results.
///
/// - No recording repeats within ``RadioRules/distance`` tracks.
/// - No artist has more than ``RadioRules/perArtist`` tracks among ``RadioRules/artistWindow``, nor
///   two in a row. Guests count.
/// - Among the allowed tracks the choice is random, by weight. Each skip halves the weights of the
///   artist and of the way in which the track was found. Each track played to its end takes one
///   skip back.
/// - If there is nothing new, played tracks repeat, beyond the distance.
///
/// Holds at most ``capacity`` new tracks, and ``capacity`` more played ones than the distance.
struct RadioSequence: Sendable {
  /// The maximum number of new tracks. Of more, those with the lowest weights are dropped.
  static let capacity = 400
  /// The maximum number of artists and ways whose skips are counted.
  private static let skipMemory = 300
  /// The maximum number of skips that count.
  private static let maximumSkips = 6

  let rules: RadioRules
  private var generator: SeededGenerator
  private var fresh: [RadioCandidate] = []
  /// The played tracks, the oldest first.
  private var played: [RadioCandidate] = []
  private var recentTracks: RecentKeys
  private var recentArtists: RecentKeys
  /// The artists of the preceding track.
  private var before: Set<String> = []
  private var skips: [String: Int] = [:]

  init(rules: RadioRules, seed: UInt64) {
    let rules = rules.checked
    self.rules = rules
    generator = SeededGenerator(seed: seed)
    recentTracks = RecentKeys(limit: rules.distance)
    // The next track completes the window.
    recentArtists = RecentKeys(limit: rules.artistWindow - 1)
  }

  /// The number of unplayed tracks.
  var freshCount: Int { fresh.count }

  /// Whether to ask the services for more: there are too few new tracks or too few artists among
  /// them.
  var needsMore: Bool {
    fresh.count < rules.reserve || newInARow < rules.artistWindow + rules.batch
  }

  /// Whether the new tracks are too few for one window of the rules.
  var isShort: Bool { newInARow < rules.artistWindow }

  /// The maximum number of new tracks that the window rule allows in a row.
  private var newInARow: Int {
    var counts: [Set<String>: Int] = [:]
    for candidate in fresh { counts[candidate.artists, default: 0] += 1 }
    return counts.values.reduce(0) { $0 + min($1, rules.perArtist) }
  }

  /// The total number of tracks held.
  var heldCount: Int { fresh.count + played.count }

  // MARK: - Input

  /// Adds candidates, except those already known or played recently.
  mutating func add(_ candidates: [RadioCandidate]) {
    var known = Set(fresh.flatMap(\.keys)).union(played.flatMap(\.keys))
    for candidate in candidates where known.isDisjoint(with: candidate.keys) {
      guard candidate.keys.allSatisfy({ recentTracks[$0] == 0 }) else { continue }
      known.formUnion(candidate.keys)
      fresh.append(candidate)
    }
    guard fresh.count > Self.capacity else { return }
    let kept = fresh.indices.sorted { (fresh[$1].weight, $0) < (fresh[$0].weight, $1) }
      .prefix(Self.capacity)
    fresh = kept.sorted().map { fresh[$0] }
  }

  /// Counts a track that someone else put into the queue as played.
  mutating func came(_ track: any Track) {
    recentTracks.add(track.recordingKeys)
    recentArtists.add(Array(track.artistKeys))
    before = track.artistKeys
  }

  /// Makes the next track follow this one, regardless of the radio's last track.
  mutating func follow(_ track: (any Track)?) {
    if let track { before = track.artistKeys }
  }

  /// Returns whether a track was played recently.
  func isRecent(_ track: any Track) -> Bool {
    track.recordingKeys.contains { recentTracks[$0] > 0 }
  }

  /// Records that a track was played to its end or skipped.
  mutating func heard(_ track: any Track, for reason: DiscoveryReason?, isSkip: Bool) {
    for key in track.artistKeys.sorted() + [reason.map(Self.key)].compactMap(\.self) {
      let count = min((skips[key] ?? 0) + (isSkip ? 1 : -1), Self.maximumSkips)
      skips[key] = count > 0 ? count : nil
    }
    while skips.count > Self.skipMemory {
      // Drop the lowest count, by name among equals, so that the choice is always the same.
      guard let least = skips.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
      skips[least.key] = nil
    }
  }

  // MARK: - Choosing

  /// Returns the next track. `nil` if the rules allow none of the known tracks.
  mutating func next() -> RadioCandidate? {
    if let index = pick(from: fresh) {
      return take(fresh.remove(at: index))
    }
    // Repeat tracks played long ago, in the same order as before.
    guard let index = played.firstIndex(where: isAllowed) else { return nil }
    return take(played.remove(at: index))
  }

  private mutating func take(_ candidate: RadioCandidate) -> RadioCandidate {
    recentTracks.add(candidate.keys)
    recentArtists.add(Array(candidate.artists))
    before = candidate.artists
    played.append(candidate)
    let most = rules.distance + Self.capacity
    if played.count > most { played.removeFirst(played.count - most) }
    return candidate
  }

  private mutating func pick(from pool: [RadioCandidate]) -> Int? {
    var total = 0
    var allowed: [(index: Int, end: Int)] = []
    for (index, candidate) in pool.enumerated() where isAllowed(candidate) {
      total += weight(of: candidate)
      allowed.append((index, total))
    }
    guard total > 0 else { return nil }
    let place = Int.random(in: 0..<total, using: &generator)
    return allowed.first { place < $0.end }?.index
  }

  private func isAllowed(_ candidate: RadioCandidate) -> Bool {
    candidate.keys.allSatisfy { recentTracks[$0] == 0 }
      && candidate.artists.allSatisfy { recentArtists[$0] < rules.perArtist }
      && candidate.artists.isDisjoint(with: before)
  }

  private func weight(of candidate: RadioCandidate) -> Int {
    let artist = candidate.artists.compactMap { skips[$0] }.max() ?? 0
    let way = skips[Self.key(of: candidate.reason)] ?? 0
    return max(1, candidate.weight >> (artist + way))
  }

  private static func key(of reason: DiscoveryReason) -> String {
    "way \(reason.kind.rawValue) \(reason.subject ?? "")"
  }
}
