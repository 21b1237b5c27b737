import PlayerKit

/// Which track comes next: pure, and the same for the same seed and inputs.
///
/// - No recording comes again within ``RadioRules/distance`` tracks.
/// - Of no artist there are more than ``RadioRules/perArtist`` in ``RadioRules/artistWindow`` tracks, nor two in
///   a row. Guests count.
/// - Among what the rules allow, chance decides, by weights. Each skip halves those of the artist and of the
///   way by which the track was come upon; each track heard to its end takes one skip back.
/// - What was played may be played again, beyond the distance, where there is nothing new.
///
/// Holds at most ``capacity`` tracks that are new, and as many as were played within the distance and behind it.
struct RadioSequence: Sendable {
  /// How many new tracks are kept: of more the one that speaks least for itself goes.
  static let capacity = 400
  /// How many artists and ways are remembered for their skips.
  private static let skipMemory = 300
  /// From so many skips on more make no difference.
  private static let mostSkips = 6

  let rules: RadioRules
  private var generator: SeededGenerator
  private var fresh: [RadioCandidate] = []
  /// What was played, the oldest first.
  private var played: [RadioCandidate] = []
  private var recentTracks: RecentKeys
  private var recentArtists: RecentKeys
  /// The artists of the one that the next one follows.
  private var before: Set<String> = []
  private var skips: [String: Int] = [:]

  init(rules: RadioRules, seed: UInt64) {
    let rules = rules.checked
    self.rules = rules
    generator = SeededGenerator(seed: seed)
    recentTracks = RecentKeys(limit: rules.distance)
    // The one that is to come fills the window.
    recentArtists = RecentKeys(limit: rules.artistWindow - 1)
  }

  /// How many tracks are known that were not played.
  var freshCount: Int { fresh.count }

  /// Whether the services are to be asked for more: too few new tracks, or too few artists among them.
  var needsMore: Bool {
    fresh.count < rules.reserve || newInARow < rules.artistWindow + rules.batch
  }

  /// Whether what is new can't be played in a row for as long as the rules look back.
  var isShort: Bool { newInARow < rules.artistWindow }

  /// How many of the new tracks the rule of the window allows in a row, at most.
  private var newInARow: Int {
    var counts: [Set<String>: Int] = [:]
    for candidate in fresh { counts[candidate.artists, default: 0] += 1 }
    return counts.values.reduce(0) { $0 + min($1, rules.perArtist) }
  }

  /// How many tracks are held at all.
  var heldCount: Int { fresh.count + played.count }

  // MARK: - What comes in

  /// Takes candidates; one that is known already, or came lately, is left out.
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

  /// Somebody else put a track into the queue: it counts as one that came.
  mutating func came(_ track: any Track) {
    recentTracks.add(track.recordingKeys)
    recentArtists.add(Array(track.artistKeys))
    before = track.artistKeys
  }

  /// The next one follows this track, whatever came last by way of the radio.
  mutating func follow(_ track: (any Track)?) {
    if let track { before = track.artistKeys }
  }

  /// Whether a track came lately.
  func isRecent(_ track: any Track) -> Bool {
    track.recordingKeys.contains { recentTracks[$0] > 0 }
  }

  /// A track was heard to its end, or left before.
  mutating func heard(_ track: any Track, for reason: DiscoveryReason?, isSkip: Bool) {
    for key in track.artistKeys.sorted() + [reason.map(Self.key)].compactMap(\.self) {
      let count = min((skips[key] ?? 0) + (isSkip ? 1 : -1), Self.mostSkips)
      skips[key] = count > 0 ? count : nil
    }
    while skips.count > Self.skipMemory {
      // The least of them, by name among equals, so that the same falls away each time.
      guard let least = skips.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
      skips[least.key] = nil
    }
  }

  // MARK: - What goes out

  /// The next track; `nil` where the rules allow none of those that are known.
  mutating func next() -> RadioCandidate? {
    if let index = pick(from: fresh) {
      return take(fresh.remove(at: index))
    }
    // Long ago, in order: what was played is played again as it was.
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
