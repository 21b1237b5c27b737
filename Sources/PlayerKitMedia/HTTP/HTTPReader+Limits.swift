extension HTTPReader {
  /// How much a reader requests at once, and holds.
  package struct Limits: Sendable {
    /// Enough to play while the second response takes a second. For FLAC, of which libmpv also
    /// holds back a second, 256 KiB would be too little.
    package var firstWindow: Int64
    /// With one response per second, 8 Mbit/s.
    var largestWindow: Int64 = 1 << 20
    /// How much is kept before the reader's position, for short seeks back.
    var keptBehind: Int64 = 256 << 10
    /// The maximum size of a whole body in memory. A larger one goes to a file.
    var keptWhole: Int64 = 1 << 20
    /// How far a server without ranges may be ahead of the reader. At 128 kbit/s this is half a
    /// minute.
    var largestLead: Int64 = 512 << 10
    /// The same limit if the data goes to a file. Servers cut idle transfers, and one without
    /// ranges could not be resumed.
    var largestLeadInFile: Int64 = 256 << 20
    /// The delays before consecutive retries of a request that brought no bytes.
    var pauses: [Duration] = [.zero, .milliseconds(500), .seconds(1), .seconds(2)]
    /// How long the reader waits for a lost network after its last byte. While it still has bytes,
    /// it waits without a limit.
    var outage = Duration.zero
    /// Whether the bytes are for playback, so that the reader waits for a lost network.
    var isHeard = true
    /// The delay between requests during an outage, after the `pauses`.
    var outagePause = Duration.seconds(4)
    /// The maximum number of requests.
    package var maximumRequests = Int.max
    /// The maximum number of requests including redirects.
    package var maximumExchanges = Int.max
    /// Whether later parts are requested from the redirect target of the first one. Such a target
    /// may be valid only briefly, so use this only for media read at once.
    package var staysWhereLed = false
    /// The maximum number of retries of a silent part.
    var maximumSilences = 2
    /// After this many bytes, earlier silences no longer count.
    var recovered: Int64 = 64 << 10
    /// How long to try to reconnect a broken live stream.
    package var reconnection = Duration.zero
    /// Whether it is a live stream that was heard before, so that the reader waits for it as for a
    /// broken one.
    var resumesLive = false
    /// The upper limit of `reconnection`, which overrides the engine's setting.
    var longestReconnection = Duration.seconds(1 << 32)
    /// How many bytes must match if the version has another validator.
    var overlap: Int64 = 64 << 10
    /// Creates a file for a whole body of at most this many bytes; `nil` on failure.
    var makeFile: @Sendable (Int64) -> SpoolFile? = { SpoolFile(atMost: $0) }
    /// How far a stream that starts with kept bytes may be read before it requests more.
    var look: Int64 = 64 << 10
    /// How much is requested before a seek target. In formats without an index, a search makes
    /// small steps back, and each would need a request.
    var runUp: Int64 = 0
    /// The offset up to which windows may grow; later bytes are probably not needed.
    var growsUntil = Int64.max
    /// How much is kept for later streams.
    var kept = RetainedBytes.Limits()
    /// The maximum number of bytes requested in parts. Beyond it, reading fails.
    package var maximumBytes = Int64.max

    /// Limits for a live stream that was heard before.
    package static let resumed: Limits = {
      var limits = Limits()
      limits.resumesLive = true
      return limits
    }()

    /// Limits for inspecting media without playing it, with little data and little read-ahead.
    package static let inspection: Limits = {
      var limits = Limits(firstWindow: 128 << 10)
      limits.largestWindow = 256 << 10
      limits.largestLead = 128 << 10
      limits.largestLeadInFile = 128 << 10
      limits.makeFile = { _ in nil }
      limits.pauses = [.milliseconds(500)]
      limits.maximumExchanges = 10
      limits.staysWhereLed = true
      limits.maximumBytes = 1792 << 10
      return limits
    }()

    /// Limits for a picture within media, which is read whole.
    package static let pictureWithin: Limits = {
      var limits = Limits()
      limits.staysWhereLed = true
      return limits
    }()

    /// Limits for the last seconds of a track: kept bytes only help to find them.
    package static let ending: Limits = {
      var limits = Limits()
      limits.look = .max
      limits.isHeard = false
      limits.runUp = 64 << 10
      return limits
    }()

    /// Returns the limits for the first seconds of a track, which are read again when the whole
    /// track plays. So this many bytes are kept.
    package static func beginning(keeping count: Int64) -> Limits {
      var limits = Limits()
      limits.look = .max
      limits.isHeard = false
      limits.kept.head = count
      limits.growsUntil = count
      return limits
    }
  }
}

extension HTTPReader.Limits {
  package init() {
    self.init(firstWindow: 512 << 10)
  }

  /// Returns whether a body of this length is kept in memory.
  func isSmall(_ length: Int64?) -> Bool { length.map { $0 <= keptWhole } ?? false }
}
