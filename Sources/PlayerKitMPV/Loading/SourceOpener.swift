import PlayerKit

/// Turns media sources into byte sources.
struct SourceOpener: Sendable {
  func open(_ source: MediaSource) -> any ByteSource {
    switch source.location {
    case .file(let path):
      ClosureByteSource { FileByteStream(path: path) }
    case .bytes(let source):
      source
    case .remote:
      ClosureByteSource { FailedByteStream(PlayerError(.blockedURL, "not yet")) }
    }
  }
}

/// Makes its streams by a closure.
struct ClosureByteSource: ByteSource {
  let make: @Sendable () -> any ByteStream

  func makeStream() -> any ByteStream { make() }
}
