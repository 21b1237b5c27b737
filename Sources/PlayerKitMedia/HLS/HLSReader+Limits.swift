extension HLSReader {
  struct Limits: Sendable {
    var ahead: Int64 = 2
    var part = 64 << 20
    var initialization = 1 << 20
    var key = 1 << 10
    /// How many bytes of keys and initializations are kept that no part at hand needs.
    var kept = 4 << 20
    /// How long to wait before a request is sent again, as often as that in a row. After the last one it
    /// is only sent to find out whether there is a network again.
    var pauses: [Duration] =
      [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
      + Array(repeating: .seconds(15), count: 20) + [.seconds(300)]
    /// How often a request on demand is sent again.
    var retries = 3
    /// The maximum number of parts that may be missing on demand, in all and in a row.
    var maxMissing = 10
    var maxMissingInRow = 3
    /// How many requests in a row may be refused, of a live stream.
    var inVain = 10
    /// The maximum number of variants that are tried until a part was read.
    var maxVariants = 4
    /// How many bits a second are wanted at most.
    var bitRate = Int.max
    /// How long a live stream may stay away.
    var reconnection = Duration.seconds(300)
    /// How long a server may be silent.
    var timeout = Duration.seconds(10)
    /// How long a reader on demand waits for a lost network after its last part.
    var outage: Duration { timeout * 5 }
    /// The longest pause between two requests on demand.
    var outagePause = Duration.seconds(4)
    /// The longest time between two reloads.
    var longestTarget = Duration.seconds(60)
    /// A part is taken for no longer than this.
    var longestPart = Duration.seconds(600)
  }
}
