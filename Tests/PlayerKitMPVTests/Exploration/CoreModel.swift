@testable import PlayerKitMPV

/// A small model of libmpv: a playlist, a decoder that runs ahead of the sound, and events that
/// wait to be read.
struct CoreModel {
  enum Event: Hashable {
    case began(Int64)
    case seekBegan
    case restarted
    case ended(Int64, How)
    case idle
    case starved(Bool)
  }

  enum How: Hashable {
    case played
    case brokenOff
    case failed
    case stopped
  }

  enum Stage: Hashable {
    case opening
    case seeking(Duration)
    case ready
  }

  struct Playing {
    var entry: PlaylistEntryID
    let id: Int64
    var stage = Stage.opening
    /// The position of the sound, below zero while the previous entry sounds.
    var position = Duration.zero
    /// The position of the end.
    var end: Duration
    /// Whether the bytes stop before the end.
    var isCut = false
  }

  /// How far the decoder runs ahead of the sound.
  static let ahead = Duration.milliseconds(500)
  /// An entry that sounds this long was not stopped at once.
  static let moment = Duration.milliseconds(50)

  private(set) var playing: Playing?
  /// The following entries.
  private(set) var playlist: [(entry: PlaylistEntryID, id: Int64)] = []
  private var lastID: Int64 = 0
  /// The decoded but unplayed parts of entries that have ended.
  private(set) var buffered: [(entry: PlaylistEntryID, rest: Duration)] = []
  private(set) var events: [Event] = []
  /// Whether an idle event is due. Properties are reported after all events are read, even with a
  /// value from before the last event. By the time an entry is open, they are read again.
  private(set) var owesIdle = false
  var isPaused = false
  var rate = 1.0
  private(set) var isStarved = false
  private(set) var isIdle = true
  /// The unusual lengths of media, and the entries with an early end.
  var lengths: [PlaylistEntryID: Duration] = [:]
  var ends: [PlaylistEntryID: Duration] = [:]
  /// The overlaps, which follow entries with an early end.
  var bridges: Set<PlaylistEntryID> = []
  /// The sounding entry, and for how long it has sounded.
  private(set) var heard: (entry: PlaylistEntryID, time: Duration)?
  /// The description of any wrong sound.
  private(set) var fault: String?

  static let length = Duration.seconds(30)

  // MARK: Commands

  // Both return libmpv's number for the entry.

  mutating func replace(with entry: PlaylistEntryID) -> Int64 {
    leave(.stopped)
    playlist = []
    lastID += 1
    begin(entry, lastID)
    return lastID
  }

  mutating func append(_ entry: PlaylistEntryID) -> Int64? {
    guard playing?.entry != entry else { return nil }
    lastID += 1
    playlist.append((entry, lastID))
    if playing == nil { next() }
    return lastID
  }

  mutating func clearPlaylist() {
    playlist = []
  }

  mutating func stop() {
    leave(.stopped)
    playlist = []
    becomeIdle()
  }

  /// - Returns: `false` if libmpv refuses, or plays something else.
  mutating func seek(_ entry: PlaylistEntryID, to position: Duration) -> Bool {
    guard let playing, playing.entry == entry, playing.stage != .opening else { return false }
    self.playing?.stage = .seeking(position)
    self.playing?.position = position
    buffered = []
    heard = nil
    events.append(.seekBegan)
    return true
  }

  mutating func setEnd(of entry: PlaylistEntryID, to end: Duration?) {
    ends[entry] = end
    let newEnd = self.end(of: entry)
    if playing?.entry == entry { playing?.end = newEnd }
  }

  // MARK: Spontaneous steps

  /// Completes an opening or a seek.
  mutating func settle() -> Bool {
    guard var playing else { return false }
    switch playing.stage {
    case .opening: playing.position = .zero - rest
    case .seeking(let position): playing.position = min(position, playing.end)
    case .ready: return false
    }
    playing.stage = .ready
    self.playing = playing
    owesIdle = false
    events.append(.restarted)
    if playing.position >= playing.end { finishDecoding() }
    return true
  }

  /// Fails to open the entry. If `isCovered`, silence replaces it.
  mutating func refuse(isCovered: Bool) -> PlaylistEntryID? {
    // libmpv waits until the engine has read all earlier events.
    guard var playing, playing.stage == .opening, events.isEmpty else { return nil }
    if isCovered {
      playing.end = .milliseconds(10)
      playing.stage = .ready
      playing.position = .zero - rest
      self.playing = playing
      events.append(.restarted)
    } else {
      leave(.failed)
      next()
      if self.playing == nil { becomeIdle() }
    }
    return playing.entry
  }

  /// Stops the bytes.
  mutating func cut() -> Bool {
    guard let playing, playing.stage == .ready, !playing.isCut else { return false }
    let end = max(playing.position, .zero) + Self.ahead
    guard end < playing.end else { return false }
    self.playing?.isCut = true
    self.playing?.end = end
    return true
  }

  mutating func starve(_ starves: Bool) -> Bool {
    guard isStarved != starves, playing != nil else { return false }
    isStarved = starves
    events.append(.starved(starves))
    return true
  }

  /// The time until something changes by itself, or `nil` if nothing does.
  var due: Duration? {
    guard !isPaused, !isStarved else { return nil }
    let tail = buffered.first?.rest
    let decoded = playing.flatMap { playing in
      playing.stage == .ready ? max(playing.end - Self.ahead - playing.position, .zero) : nil
    }
    let untilHeard = sounding == nil || isWellHeard ? nil : Self.moment - heardTime
    return [tail, decoded, untilHeard].compactMap(\.self).min().map { $0 / rate }
  }

  /// Advances time, at most by ``due``.
  mutating func advance(by time: Duration) {
    guard !isPaused, !isStarved else { return }
    var time = time * rate
    if let sounding { heard = (sounding, heardTime + time) }
    if playing?.stage == .ready { playing?.position += time }
    while let first = buffered.first, time > .zero || first.rest <= .zero {
      let part = min(time, first.rest)
      time -= part
      buffered[0].rest -= part
      if buffered[0].rest <= .zero { buffered.removeFirst() } else { break }
    }
    if let playing, playing.stage == .ready, playing.position >= playing.end - Self.ahead {
      finishDecoding()
    } else if playing == nil, buffered.isEmpty {
      becomeIdle()
    }
  }

  private mutating func finishDecoding() {
    guard let playing else { return }
    checkEnd(of: playing)
    let rest = playing.end - max(playing.position, .zero)
    if rest > .zero { buffered.append((playing.entry, rest)) }
    events.append(.ended(playing.id, playing.isCut ? .brokenOff : .played))
    next()
    if self.playing == nil, buffered.isEmpty { becomeIdle() }
  }

  /// An entry may end before its media only for an overlap, and only there.
  private mutating func checkEnd(of playing: Playing) {
    guard let end = ends[playing.entry], !playing.isCut else { return }
    if playing.position > end { fault = "\(playing.entry) ends behind where it was to" }
    if playlist.first.map({ bridges.contains($0.entry) }) != true {
      fault = "\(playing.entry) ends early, and nothing fades it"
    }
  }

  /// Whether the engine has read all events.
  var isRead: Bool { events.isEmpty && !owesIdle }

  /// The next event that the engine reads.
  mutating func takeEvent() -> Event? {
    if !events.isEmpty { return events.removeFirst() }
    defer { owesIdle = false }
    return owesIdle ? .idle : nil
  }

  // MARK: Observation

  /// The sounding entry.
  var sounding: PlaylistEntryID? {
    guard !isPaused, !isStarved else { return nil }
    if let first = buffered.first { return first.entry }
    guard let playing, playing.stage == .ready, playing.position < playing.end else { return nil }
    return playing.entry
  }

  /// Whether the current sound has lasted for a while.
  var isWellHeard: Bool { heardTime >= Self.moment }

  /// How long the current sound has lasted, at most one moment.
  var heardTime: Duration {
    heard.map { $0.entry == sounding ? min($0.time, Self.moment) : .zero } ?? .zero
  }

  private var rest: Duration { buffered.reduce(.zero) { $0 + $1.rest } }

  private func end(of entry: PlaylistEntryID) -> Duration {
    ends[entry] ?? lengths[entry] ?? Self.length
  }

  private mutating func begin(_ entry: PlaylistEntryID, _ id: Int64) {
    isIdle = false
    playing = Playing(entry: entry, id: id, end: end(of: entry))
    events.append(.began(id))
  }

  private mutating func next() {
    playing = nil
    guard !playlist.isEmpty else { return }
    let (entry, id) = playlist.removeFirst()
    begin(entry, id)
  }

  private mutating func leave(_ how: How) {
    buffered = []
    heard = nil
    isStarved = false
    if let playing { events.append(.ended(playing.id, how)) }
    playing = nil
  }

  private mutating func becomeIdle() {
    guard !isIdle else { return }
    isIdle = true
    owesIdle = true
  }
}
