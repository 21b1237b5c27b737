/// Another player in its own process.
protocol Peer {
  var name: String { get }
  var figures: ProcessFigures { get }

  /// Replaces the queue without starting playback.
  func fill(_ items: [String])
  /// Plays the first item.
  func play()
  func next()
  func pause()
  func resume()
  /// Sets the volume to 20 % or to 100 % of the player's own scale.
  func setQuiet(_ isQuiet: Bool)
  func stop()
}

/// The output of a peer.
enum PeerOutput {
  /// Silence, in real time.
  case null
  /// A pipe in the file system.
  case pipe(String)
  /// A sink of the PulseAudio server at a socket.
  case pulse(socket: String, sink: String)
}

/// The players that PlayerKit is compared with.
enum Peers {
  typealias Maker = @Sendable (String, PeerOutput) throws -> (any Peer)?

  /// Each returns `nil` if the player is not installed.
  static let all: [Maker] = [
    { try MPVPeer(in: $0, $1) }, { try MPDPeer(in: $0, $1) }, { try MopidyPeer(in: $0, $1) },
  ]
}
