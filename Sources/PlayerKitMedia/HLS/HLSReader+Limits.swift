extension HLSReader {
  struct Limits: Sendable {
    var ahead: Int64 = 2
    var part = 64 << 20
    var initialization = 1 << 20
    var key = 1 << 10
    /// The maximum number of bytes of kept keys and initialization sections that no current part
    /// needs.
    var kept = 4 << 20
    /// The delays before consecutive retries. After the last one, a retry only checks whether the
    /// network is back.
    var pauses: [Duration] =
      [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
      + Array(repeating: .seconds(15), count: 20) + [.seconds(300)]
    /// The maximum number of retries of an on-demand request.
    var retries = 3
    /// The maximum number of missing parts on demand, in total and consecutively.
    var maxMissing = 10
    var maxMissingInRow = 3
    /// The maximum number of consecutive refusals in a live stream.
    var inVain = 10
    /// The maximum number of variants tried until a part was read.
    var maxVariants = 4
    /// The maximum bit rate, in bits per second.
    var bitRate = Int.max
    /// How long a live stream may be unavailable.
    var reconnection = Duration.seconds(300)
    /// How long a server may be silent.
    var timeout = Duration.seconds(10)
    /// How long an on-demand reader waits for a lost network after its last part.
    var outage: Duration { timeout * 5 }
    /// The maximum delay between two on-demand requests.
    var outagePause = Duration.seconds(4)
    /// The maximum time between two reloads.
    var longestTarget = Duration.seconds(60)
    /// The maximum duration that a part is assumed to have.
    var longestPart = Duration.seconds(600)
  }
}
