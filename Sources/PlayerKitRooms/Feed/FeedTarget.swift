import PlayerKitSystem

/// A stream that can be fed, and the way to feed it.
struct FeedTarget: Sendable, Equatable {
  enum Way: Sendable, Equatable {
    case tcp(SnapcastAddress)
    case pipe(String)
  }

  let stream: SnapcastStream.ID
  let format: FeedFormat
  let way: Way

  /// Finds the wanted stream, or one that accepts sound.
  init(
    in status: SnapcastStatus,
    wanted: SnapcastStream.ID?,
    at server: SnapcastAddress
  ) throws(SnapcastError) {
    if let wanted {
      guard let stream = status.streams.first(where: { $0.id == wanted }) else {
        throw SnapcastError(.noStream, "The server has no stream \(wanted.rawValue).")
      }
      guard let target = FeedTarget(stream, at: server) else {
        throw SnapcastError(
          .noStream,
          "The stream \(wanted.rawValue) takes no 16-bit stereo sound by tcp or a local pipe."
        )
      }
      self = target
      return
    }
    let targets = status.streams.compactMap { FeedTarget($0, at: server) }
    guard let first = targets.first(where: { $0.stream.rawValue == "PlayerKit" }) ?? targets.first
    else {
      throw SnapcastError(.noStream, "The server has no stream that takes 16-bit stereo sound.")
    }
    self = first
  }

  private init?(_ stream: SnapcastStream, at server: SnapcastAddress) {
    guard let format = FeedFormat(stream.source.options) else { return nil }
    let way: Way? =
      switch stream.source.scheme {
      case "tcp" where stream.source.options["mode"] ?? "server" == "server":
        stream.source.host.split(separator: ":").last.flatMap { UInt16($0) }
          .map { .tcp(SnapcastAddress(host: server.host, port: $0)) }
      case "pipe" where ["localhost", "127.0.0.1", "::1"].contains(server.host):
        .pipe(stream.source.path)
      default: nil
      }
    guard let way else { return nil }
    self.stream = stream.id
    self.format = format
    self.way = way
  }

  /// Opens the stream. The descriptor does not block.
  func open() throws(SnapcastError) -> CInt {
    switch way {
    case .tcp(let address):
      return try address.connected(within: .seconds(2))
    case .pipe(let path):
      let descriptor = openForWriting(path)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw SnapcastError(.unreachable, "The pipe of the stream can't be opened: \(reason).")
      }
      var facts = stat()
      guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else {
        close(descriptor)
        throw SnapcastError(
          .noStream,
          "The source of the stream is not a pipe. Choose another stream."
        )
      }
      return descriptor
    }
  }
}

// Outside the type, where `open` is the system's function.
private func openForWriting(_ path: String) -> CInt {
  open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
}
