extension HTTPReader {
  /// How much a reader asks for at a time, and holds.
  package struct Limits: Sendable {
    /// What sounds until a second answer is here, that takes a second: of FLAC, of which libmpv holds
    /// back a second as well, 256 KiB were too little.
    package var firstWindow: Int64
    /// At a second an answer, 8 Mbit/s.
    var largestWindow: Int64 = 1 << 20
    /// What is kept behind the reader, for short ways back.
    var keptBehind: Int64 = 256 << 10
    /// Up to this length a whole body is kept in memory. A longer one goes into a file.
    var keptWhole: Int64 = 1 << 20
    /// How far a server may be ahead of the reader where it is not asked for parts. At 128 kbit/s this is
    /// half a minute.
    var largestLead: Int64 = 512 << 10
    /// The same where what comes is written to a file. Servers cut a transfer that rests, and one
    /// without parts could not be gone on with.
    var largestLeadInFile: Int64 = 256 << 20
    /// How long to wait before a request is sent again that brought no byte, as often as that in a row.
    var pauses: [Duration] = [.zero, .milliseconds(500), .seconds(1), .seconds(2)]
    /// How long the reader waits for a lost network after its last byte. Until then it waits without a limit.
    var outage = Duration.zero
    /// Whether the bytes are for playback, so that the reader waits for a lost network.
    var isHeard = true
    /// How long to wait between two requests during an outage, after the `pauses`.
    var outagePause = Duration.seconds(4)
    /// How many requests may be sent.
    package var mostRequests = Int.max
    /// The same, where each time that a server leads one on is one more.
    package var mostExchanges = Int.max
    /// Whether later parts are asked for where the first one came from, and not where that was asked for.
    /// What a server leads to may be for a short time, so only for what is read at once.
    package var staysWhereLed = false
    /// How often a part is asked for again that stays silent.
    var mostSilences = 2
    /// After so many bytes a silence is forgotten.
    var recovered: Int64 = 64 << 10
    /// How long a live stream that broke off is asked for again.
    package var reconnection = Duration.zero
    /// Whether it is a live stream that was heard before: it is waited for as one that broke off.
    var resumesLive = false
    /// The most that `reconnection` may be, also where the engine is set to more.
    var longestReconnection = Duration.seconds(1 << 32)
    /// How much has to be the same of a resource whose version has another name now.
    var overlap: Int64 = 64 << 10
    /// Makes a file for a body that comes whole, of so many bytes at most; `nil` where none can be made.
    var makeFile: @Sendable (Int64) -> SpoolFile? = { SpoolFile(atMost: $0) }
    /// How far a stream that begins with what was kept may be read before it asks for more.
    var look: Int64 = 64 << 10
    /// How much is asked for before a place that is sought. Formats without an index are searched by
    /// small steps back, each of which would be a request.
    var runUp: Int64 = 0
    /// Up to where windows may grow; what lies behind that is probably not wanted.
    var growsUntil = Int64.max
    /// What is kept for later streams.
    var kept = KeptBytes.Limits()
    /// How many bytes may be asked for in parts. Then it fails.
    package var mostBytes = Int64.max

    /// Of a live stream that was heard before.
    package static let resumed: Limits = {
      var limits = Limits()
      limits.resumesLive = true
      return limits
    }()

    /// For looking into media without playing it: it reads little, and little ahead.
    package static let inspection: Limits = {
      var limits = Limits(firstWindow: 128 << 10)
      limits.largestWindow = 256 << 10
      limits.largestLead = 128 << 10
      limits.largestLeadInFile = 128 << 10
      limits.makeFile = { _ in nil }
      limits.pauses = [.milliseconds(500)]
      limits.mostExchanges = 10
      limits.staysWhereLed = true
      limits.mostBytes = 1792 << 10
      return limits
    }()

    /// For a picture within media: it is read whole.
    package static let pictureWithin: Limits = {
      var limits = Limits()
      limits.staysWhereLed = true
      return limits
    }()

    /// Of a track whose last seconds are wanted: what is kept of it is only to find them by.
    package static let ending: Limits = {
      var limits = Limits()
      limits.look = .max
      limits.isHeard = false
      limits.runUp = 64 << 10
      return limits
    }()

    /// Of a track whose first seconds are wanted, now and once more when all of it is: so much of it is
    /// kept.
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

  /// Whether a body of this length is kept in memory.
  func isSmall(_ length: Int64?) -> Bool { length.map { $0 <= keptWhole } ?? false }
}
