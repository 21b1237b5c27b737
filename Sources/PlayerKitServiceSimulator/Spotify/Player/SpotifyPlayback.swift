import Foundation

/// The state of playback. It has no clock; the caller passes the time of each change.
struct SpotifyPlayback: Sendable {
  struct Device: Sendable {
    /// 40 hexadecimal digits. Some devices have no id and can't be used in commands.
    var id: String?
    var name: String
    var type: String
    var volume: Int?
    var isRestricted = false
    var hasVolume = true
  }

  enum Repeat: String, Sendable {
    case off, context, track
  }

  /// A track that was played for more than thirty seconds.
  struct Play: Sendable {
    var song: Int
    var at: Date
    var context: String?
  }

  static let usualDevices = [
    Device(
      id: "0d1841b0976bae2a3a310dd74c0f3df354899bc8",
      name: "Kitchen",
      type: "Speaker",
      volume: 59
    ),
    Device(
      id: "5fbb3ba6aa454b5534c4ba43a8c7e8e45a63ad0e",
      name: "Mira's Phone",
      type: "Smartphone",
      volume: 100,
      hasVolume: false
    ),
    Device(id: nil, name: "Car", type: "Automobile", volume: nil, isRestricted: true),
  ]

  var devices = SpotifyPlayback.usualDevices
  var active: Int?
  var context: String?
  var repeats = Repeat.off
  var timestamp = Date(timeIntervalSince1970: 0)
  private(set) var shuffles = false
  private(set) var isPlaying = false
  private(set) var queue: [Int] = []
  /// The plays, newest last.
  private(set) var plays: [Play] = []
  /// The songs of the context, and the order in which they play.
  private var songs: [Int] = []
  private var order: [Int] = []
  private var place = 0
  /// A queued song that interrupts the context.
  private var queued: Int?
  private(set) var progress: TimeInterval = 0
  private var since = Date(timeIntervalSince1970: 0)
  /// Whether it claims to play but stays at the end of the track.
  private var isStuck = false
  /// Whether the device claims to play but makes no progress.
  var isFrozen = false
  /// The end of the current advertisement.
  private(set) var adEnds: Date?
  let catalog: InventedCatalog

  init(catalog: InventedCatalog) {
    self.catalog = catalog
  }

  // MARK: - Reading

  var current: Int? {
    queued ?? (order.indices.contains(place) ? songs[order[place]] : nil)
  }

  var isSounding: Bool { isPlaying && !isStuck && !isFrozen && active != nil }
  var progressInMillis: Int { Int(progress * 1_000) }
  var hasPrevious: Bool { place > 0 || repeats == .context }
  var hasNext: Bool { !queue.isEmpty || place + 1 < order.count || repeats == .context }

  /// The next tracks: the queue, then the rest of the context.
  var upcoming: [Int] {
    Array((queue + order.dropFirst(place + 1).map { songs[$0] }).prefix(20))
  }

  // MARK: - Time

  /// Advances playback to the current time.
  mutating func settle(_ now: Date, _ rules: SpotifyPlaybackRules) {
    defer { since = max(since, now) }
    if !isPlaying, now.timeIntervalSince(timestamp) >= rules.idleAfter { active = nil }
    if let adEnds, adEnds > since { since = min(adEnds, max(since, now)) }
    guard isPlaying, !isStuck, !isFrozen, now > since else { return }
    progress += now.timeIntervalSince(since)
    for round in 0... {
      guard let song = current, isPlaying else { return }
      let length = (rules.length(of: song, in: catalog) - overlap(after: song, rules)) * 1_000
      if stopsShort(rules), progress * 1_000 >= length - Self.missing * 1_000 {
        timestamp = now.addingTimeInterval(-(progress - length / 1_000 + Self.missing))
        progress = length / 1_000 - Self.missing
        isPlaying = false
        return
      }
      guard progress * 1_000 >= length else { return }
      guard round < 1_000 else {
        // Days have passed, so the exact position does not matter.
        progress = 0
        return
      }
      let rest = progress - length / 1_000
      let ended = now.addingTimeInterval(-rest)
      leave(heard: length / 1_000, at: ended)
      timestamp = ended
      if repeats != .track, !advance() {
        guard rules.autoplays else { return stop(rules.end, length: length / 1_000) }
        goOn(after: song)
      }
      progress = rest
    }
  }

  /// How long before its end a track gives way to the next one.
  private func overlap(after song: Int, _ rules: SpotifyPlaybackRules) -> TimeInterval {
    guard repeats == .track || hasNext || rules.autoplays else { return 0 }
    return min(max(rules.crossfade, 0), rules.length(of: song, in: catalog) / 2)
  }

  /// The time left in a track that stops early.
  private static let missing: TimeInterval = 0.4

  private func stopsShort(_ rules: SpotifyPlaybackRules) -> Bool {
    rules.end == .short && !rules.autoplays && repeats == .off && !hasNext
  }

  private mutating func stop(_ end: SpotifyTrackEnd, length: TimeInterval) {
    switch end {
    case .reset, .short:
      isPlaying = false
      place = 0
      progress = 0
    case .stuck:
      isStuck = true
      progress = length
    }
  }

  /// Autoplay continues with other songs.
  private mutating func goOn(after song: Int) {
    let all = catalog.songs.indices
    songs = (1...20).map { (song + $0 * 7) % all.count }.filter { catalog.songs[$0].isStreamable }
    order = Array(songs.indices)
    place = 0
    context = nil
    queued = nil
  }

  // MARK: - Commands (after the time was settled)

  mutating func start(songs: [Int], at place: Int, context: String?, progress: TimeInterval) {
    leave(heard: self.progress, at: since)
    self.songs = songs
    order = Array(songs.indices)
    self.place = place
    self.context = context
    queued = nil
    if shuffles { shuffle() }
    self.progress = progress
    resume()
  }

  mutating func resume() {
    (isPlaying, isStuck, isFrozen) = (true, false, false)
    adEnds = nil
  }

  mutating func pause() { (isPlaying, isStuck) = (false, false) }
  mutating func add(_ song: Int) { queue.append(song) }

  /// Goes to the next track. Returns `false` if there is none.
  mutating func next() -> Bool {
    guard hasNext else { return false }
    leave(heard: progress, at: since)
    guard advance() else { return false }
    progress = 0
    resume()
    return true
  }

  mutating func previous() -> Bool {
    guard hasPrevious else { return false }
    leave(heard: progress, at: since)
    queued = nil
    place = place > 0 ? place - 1 : max(order.count - 1, 0)
    progress = 0
    resume()
    return true
  }

  /// Seeks. A position beyond the end goes to the next track.
  mutating func seek(_ seconds: TimeInterval, _ rules: SpotifyPlaybackRules) {
    guard let song = current else { return }
    isStuck = false
    guard seconds >= rules.length(of: song, in: catalog) else {
      progress = seconds
      return
    }
    skip(rules)
  }

  /// Goes to the next track. After the last track, the rules for its end apply.
  mutating func skip(_ rules: SpotifyPlaybackRules) {
    guard let song = current, !next() else { return }
    leave(heard: progress, at: since)
    progress = 0
    if rules.autoplays {
      goOn(after: song)
      resume()
    } else {
      pause()
    }
  }

  /// Goes to the previous track, or to the beginning of this one.
  mutating func goBack() {
    if !previous() { (progress, isStuck) = (0, false) }
  }

  /// Plays an advertisement.
  mutating func advertise(until end: Date) { adEnds = end }

  mutating func setShuffles(_ shuffles: Bool) {
    guard shuffles != self.shuffles, order.indices.contains(place) else {
      self.shuffles = shuffles
      return
    }
    self.shuffles = shuffles
    if shuffles {
      shuffle()
    } else {
      place = order[place]
      order = Array(songs.indices)
    }
  }

  // MARK: - Parts

  /// Shuffles the songs. The current song moves to the front.
  private mutating func shuffle() {
    guard order.indices.contains(place) else { return }
    let current = order[place]
    var numbers = SplitMix64(seed: UInt64(order.count))
    let rest = order.filter { $0 != current }
    order = [current] + numbers.distinct(rest.count, below: rest.count).map { rest[$0] }
    place = 0
  }

  private mutating func advance() -> Bool {
    if !queue.isEmpty {
      queued = queue.removeFirst()
      return true
    }
    queued = nil
    if place + 1 < order.count {
      place += 1
      return true
    }
    guard repeats == .context, !order.isEmpty else { return false }
    place = 0
    return true
  }

  private mutating func leave(heard: TimeInterval, at date: Date) {
    guard let song = current, heard > 30 else { return }
    plays.append(Play(song: song, at: date, context: context))
    plays = plays.suffix(50)
  }
}

/// The current and past states of playback. Responses are older than the commands.
struct SpotifyPlayer: Sendable {
  private(set) var truth: SpotifyPlayback
  private var past: [(at: Date, playback: SpotifyPlayback)]

  init(catalog: InventedCatalog) {
    truth = SpotifyPlayback(catalog: catalog)
    past = [(at: .distantPast, playback: truth)]
  }

  func read(at now: Date, lag: Duration, _ rules: SpotifyPlaybackRules) -> SpotifyPlayback {
    let seen = now.addingTimeInterval(-(lag / .seconds(1)))
    var playback = past.last { $0.at <= seen }?.playback ?? past.first?.playback ?? truth
    playback.settle(now, rules)
    return playback
  }

  mutating func change<Failure: Error>(
    at now: Date,
    _ rules: SpotifyPlaybackRules,
    _ change: (inout SpotifyPlayback) throws(Failure) -> Void
  ) throws(Failure) {
    var playback = truth
    playback.settle(now, rules)
    try change(&playback)
    playback.timestamp = now
    truth = playback
    past.append((at: now, playback: playback))
    past = past.suffix(100)
  }
}
