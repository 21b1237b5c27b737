import ArgumentParser
import PlayerKit
import PlayerKitMPV
import PlayerKitServices
import PlayerKitYouTube

/// The options that `play` and `demo` share.
struct PlayOptions: ParsableArguments {
  @Option(
    help: """
      Where the sound goes: auto, null, pcm:FILE, a device such as pulse:SINK, or the rooms of a \
      snapserver, snapcast:HOST[:PORT].
      """
  )
  var output = OutputOption(.auto)

  @Option(
    help: """
      What to do while the device of --output is missing: wait, or play on the default device. \
      (default: wait with serve, otherwise default)
      """
  )
  var deviceLoss: DeviceLossOption?

  @OptionGroup var rooms: RoomsOptions

  @Flag(help: "Write events as JSON, one a line, and read commands from standard input.")
  var json = false

  @Flag(help: "Shuffle the queue.")
  var shuffle = false

  @Option(name: .customLong("repeat"), help: "What to repeat: off, one or all.")
  var repeatMode: RepeatMode?

  @Option(help: "The seed of the shuffle. Equal seeds give equal orders.")
  var seed: UInt64?

  @Option(help: "The entry to start with, counted from 0.", transform: Self.index)
  var startAt: Int?

  @Option(help: "The position to start at, in seconds.", transform: Self.seconds)
  var position = Duration.zero

  @Option(
    name: .customLong("clip"),
    help: ArgumentHelp(
      "The part of an entry to play: its number from 0, and two times in seconds. Can be repeated.",
      valueName: "n:from-to"
    ),
    transform: Self.clip
  )
  var clips: [ClipOption] = []

  @Option(help: "What to do if an item fails: skip, stop or retry.")
  var onError = OnError.skip

  @Option(
    help: "How often to report the position, in seconds; at least 0.01.",
    transform: Self.interval
  )
  var positionInterval = Duration.seconds(1)

  @Option(help: "The volume, from 0 to 100.", transform: Self.volume)
  var volume: Double?

  @Option(help: "The speed, from 0.25 to 4.", transform: Self.rate)
  var rate: Double?

  @OptionGroup var sound: SoundOptions

  @Option(
    help: ArgumentHelp(
      "Cache media from http in this folder, and play it from there the next time.",
      valueName: "dir"
    )
  )
  var cache: String?

  @Option(
    name: .customLong("cache-size"),
    help: ArgumentHelp("How much the cache may take, in MB.", valueName: "mb"),
    transform: Self.megabytes
  )
  var cacheSize = 1_000

  @Flag(help: "Scrobble to Last.fm and ListenBrainz, if “login” has signed in a user.")
  var scrobble = false

  @Flag(
    name: .customLong("scrobble-podcasts"),
    help: "With --scrobble, scrobble episodes of podcasts as well."
  )
  var scrobblePodcasts = false

  @Flag(
    name: .customLong("scrobble-radio"),
    help: "With --scrobble, scrobble the songs that radio stations name as well."
  )
  var scrobbleRadio = false

  @Flag(
    help: """
      Play in the services' own players, in a page: youtube:ID and links of YouTube, and whole \
      tracks of Apple Music and Spotify for subscribers. Prints the page's link.
      """
  )
  var page = false

  @Option(
    name: .customLong("page-port"),
    help: ArgumentHelp("The port of that page; 0: any that is free.", valueName: "port")
  )
  var pagePort: UInt16 = 0

  #if canImport(PlayerKitMPRIS)
    @Flag(help: "Let the desktop control the queue: media keys, panels, playerctl.")
    var mpris = false
  #endif

  #if SQLite
    @Option(
      name: .customLong("queue"),
      help: ArgumentHelp(
        "Keep the queue in this SQLite file. Without items, it is restored from there, paused.",
        valueName: "file"
      )
    )
    var queueFile: String?
  #endif
}

extension PlayOptions {
  /// Whether the queue is stored for later runs.
  var keepsQueue: Bool {
    #if SQLite
      queueFile != nil
    #else
      false
    #endif
  }
}

extension PlayOptions {
  /// The remote controls of the queue.
  var remotes: [RemoteStart] {
    #if canImport(PlayerKitMPRIS)
      mpris ? [MPRISFace.start] : []
    #else
      []
    #endif
  }

  /// Returns the entries of items. Without a key for YouTube's API, a page plays links of YouTube
  /// as they are, and not by yt-dlp.
  func entries(of items: [String], by reader: ItemReader) async -> [QueueItem] {
    let hasKey = reader.services.service(named: YouTubeService.name)?.isConfigured == true
    let known = items.map { page && !hasKey ? PlayerPage.item($0) : nil }
    let others = zip(items, known).filter { $0.1 == nil }.map(\.0)
    var found = await reader.items(for: others)[...]
    return known.flatMap { item in item.map { [$0] } ?? found.popFirst() ?? [] }
  }

  /// The cache for media, or `nil` for none.
  var mediaCache: MediaCache? {
    cache.map { MediaCache(folder: $0, limit: Int64(cacheSize) * 1_000_000) }
  }

  /// Applies the given options. Other settings stay as they are.
  func apply(to queue: QueuePlayer) {
    if let volume { queue.volume = volume }
    if let rate { queue.rate = rate }
    sound.apply(to: queue)
    if let repeatMode { queue.repeatMode = repeatMode }
    if shuffle { queue.isShuffled = true }
  }

  /// Throws if a start or a clip is beyond the queue, which has `count` entries.
  func checkIndices(among count: Int) throws {
    for (option, index) in [("start-at", startAt)] + clips.map({ ("clip", $0.index) }) {
      guard let index, index >= count else { continue }
      throw ValidationError(
        "--\(option) \(index) is out of range: there are \(count) entries, counted from 0."
      )
    }
  }

  func validate() throws {
    guard Set(clips.map(\.index)).count == clips.count else {
      throw ValidationError("An entry has only one clip. Add its item twice for two clips.")
    }
    guard scrobble || !(scrobblePodcasts || scrobbleRadio) else {
      throw ValidationError("--scrobble-podcasts and --scrobble-radio need --scrobble.")
    }
  }
}

/// The value of `--on-error`.
enum OnError: String, ExpressibleByArgument, CaseIterable {
  case skip, stop, retry

  /// The error policy with this name.
  var policy: ErrorPolicy {
    switch self {
    case .skip: .skip
    case .stop: .stop
    case .retry: .retry
    }
  }
}

/// The value of `--device-loss`.
enum DeviceLossOption: String, ExpressibleByArgument, CaseIterable {
  case wait, `default`

  var deviceLoss: MPVEngine.DeviceLoss {
    switch self {
    case .wait: .waitFromStart
    case .default: .fallBack
    }
  }
}

extension RepeatMode: ExpressibleByArgument {}

extension OutputOption: CustomStringConvertible {
  /// The option as a user would type it.
  var description: String {
    switch output {
    case nil: "snapcast:\(rooms?.description ?? "")"
    case .auto: "auto"
    case .null: "null"
    case .pcm(let path): "pcm:\(path)"
    case .device(let id): Self.argument(forDevice: id)
    case .pipe(let path): "pipe:\(path)"
    }
  }

  /// The default value in the help text.
  var defaultValueDescription: String { description }
}

extension PlayOptions {
  private static func index(_ text: String) throws -> Int {
    try require(Numbers.index(text), "an index is a whole number from 0")
  }

  private static func seconds(_ text: String) throws -> Duration {
    try require(Numbers.seconds(text), "a position is a number of seconds from 0")
  }

  private static func clip(_ text: String) throws -> ClipOption {
    try require(ClipOption(text), "a clip is N:FROM-TO, such as 0:10-25.5, and not empty")
  }

  private static func interval(_ text: String) throws -> Duration {
    let seconds = Numbers.seconds(text).flatMap { $0 >= .milliseconds(10) ? $0 : nil }
    return try require(seconds, "an interval is a number of seconds from 0.01")
  }

  private static func volume(_ text: String) throws -> Double {
    try require(Numbers.volume(text), "a volume is a number from 0 to 100")
  }

  private static func rate(_ text: String) throws -> Double {
    try require(Numbers.rate(text), "a speed is a number from 0.25 to 4")
  }

  private static func megabytes(_ text: String) throws -> Int {
    let size = Numbers.index(text).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    return try require(size, "a size is a whole number of MB from 1")
  }

  private static func require<Value>(_ value: Value?, _ rule: String) throws -> Value {
    guard let value else { throw ValidationError(rule) }
    return value
  }
}
