/// Why a simulator did not start.
package enum ServiceSimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program listens on that port of 127.0.0.1.
  case portTaken(UInt16)
  /// The port could not be had for another reason; the text is the system's.
  case cannotListen(String)
  /// The music that the media host serves is not where the build put it.
  case missingMusic(String)

  package var description: String {
    switch self {
    case .portTaken(let port): "port \(port) of 127.0.0.1 is taken"
    case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
    case .missingMusic(let reason): "the previews' music is not there: \(reason)"
    }
  }
}
