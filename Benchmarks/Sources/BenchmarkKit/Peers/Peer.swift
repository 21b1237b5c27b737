/// Another player, which runs as a process of its own and is told what to do.
package protocol Peer {
  var name: String { get }
  var figures: ProcessFigures { get }

  /// Holds these items from now on, without playing.
  func fill(_ items: [String])
  /// Plays the first one.
  func play()
  func next()
  func pause()
  func resume()
  /// Plays at a tenth of full scale, by the player's own scale, or fully.
  func setQuiet(_ isQuiet: Bool)
  func stop()
}

/// Where a peer's sound goes.
package enum PeerOutput {
  /// Silence, in real time.
  case null
  /// A pipe in the file system.
  case pipe(String)
  /// A sink of the PulseAudio server at a socket.
  case pulse(socket: String, sink: String)
}

/// The players beside which ours is measured.
package enum Peers {
  package typealias Maker = @Sendable (String, PeerOutput) throws -> (any Peer)?

  /// They give nothing where they are not installed.
  package static let all: [Maker] = [
    { try MPVPeer(in: $0, $1) }, { try MPDPeer(in: $0, $1) }, { try MopidyPeer(in: $0, $1) },
  ]
}
