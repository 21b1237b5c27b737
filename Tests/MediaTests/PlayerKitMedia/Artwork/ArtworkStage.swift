import Dispatch
import Foundation
import PlayerKit
import TestSupport

@testable import PlayerKitMedia

/// A picture server on this machine, and loaders that may reach it.
struct ArtworkStage: Sendable {
  let server: LoopbackServer
  let folder = ScratchFolder()

  /// - Parameter answer: Answers a request, or returns `nil` for the picture.
  init(
    _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply? = { _ in nil }
  ) throws {
    server = try LoopbackServer { answer($0) ?? .part(Self.picture, $0) }
  }

  /// A server that sends its picture once, when the gate opens.
  static func gated() throws -> (stage: ArtworkStage, gate: DispatchSemaphore) {
    let gate = DispatchSemaphore(value: 0)
    let stage = try ArtworkStage { _ in
      gate.wait()
      return nil
    }
    return (stage, gate)
  }

  /// Tasks that all load the same picture.
  func tasks(_ count: Int, of loader: ArtworkLoader) -> [Task<ArtworkImage, any Error>] {
    (0..<count).map { _ in Task { try await loader.image(for: artwork(), atLeast: 600) } }
  }

  static let picture = SamplePicture.png.data

  func artwork(_ target: String = "/cover.png") -> Artwork { Artwork(server.url(target)) }

  /// - Parameter change: Changes a configuration that reaches this machine.
  func loader(
    sources: [any ArtworkSource] = [],
    clock: any PlaybackClock = SystemPlaybackClock(),
    _ change: (inout ArtworkLoader.Configuration) -> Void = { _ in }
  ) -> ArtworkLoader {
    var configuration = ArtworkLoader.Configuration(
      reach: .everywhere,
      networkTimeout: .seconds(20)
    )
    change(&configuration)
    return ArtworkLoader(configuration: configuration, sources: sources, clock: clock)
  }

  /// The error of the load, or `nil` if it succeeded.
  func failure(
    _ artwork: Artwork,
    by loader: ArtworkLoader? = nil
  ) async -> PlayerError? {
    do throws(PlayerError) {
      _ = try await (loader ?? self.loader()).image(for: artwork, atLeast: 100)
      return nil
    } catch {
      return error
    }
  }

  func makeFile(_ name: String, _ data: Data) throws -> Artwork {
    try data.write(to: URL(filePath: folder.path(name)))
    return Artwork(path: folder.path(name))
  }
}

/// Turns keys into sources with a closure.
struct StubArtworkSource: ArtworkSource {
  let artworkSource = "stub"
  let answer: @Sendable (String, Int) async throws -> MediaSource

  init(_ answer: @escaping @Sendable (String, Int) async throws -> MediaSource) {
    self.answer = answer
  }

  func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    try await answer(id, pixels)
  }

  static func key(_ id: String) -> Artwork { Artwork(Artwork.Key(source: "stub", id: id)) }
}
