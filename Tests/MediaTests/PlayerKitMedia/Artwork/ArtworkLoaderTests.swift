import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A loader of pictures", .tags(.local), .timeLimit(.minutes(2)))
struct ArtworkLoaderTests {
  @Test("returns the bytes of a picture, its format, and its size, by one request")
  func givesBytesPicture() async throws {
    let stage = try ArtworkStage()
    let image = try await stage.loader().image(for: stage.artwork(), atLeast: 600)
    #expect(image.data == ArtworkStage.picture)
    #expect(image.format == .png)
    #expect(image.width == SamplePicture.width)
    #expect(image.height == SamplePicture.height)
    #expect(stage.server.requests.count == 1)
  }

  @Test(
    "recognizes each format, with any type that the server states",
    arguments: SamplePicture.all
  )
  func knowsEachFormat(picture: SamplePicture) async throws {
    let stage = try ArtworkStage { _ in
      .init(headers: ["Content-Type": "audio/mpeg"], body: picture.data)
    }
    let image = try await stage.loader().image(for: stage.artwork(), atLeast: 1)
    #expect(image.format.rawValue == picture.mediaType)
    #expect(image.data == picture.data)
  }

  @Test(
    "loads a large picture from a server with and without range requests",
    arguments: [false, true]
  )
  func takesLargePicture(isInParts: Bool) async throws {
    let body = ArtworkStage.picture + Data(repeating: 7, count: 5_000_000)
    let stage = try ArtworkStage { isInParts ? .part(body, $0) : .whole(body) }
    let image = try await stage.loader().image(for: stage.artwork(), atLeast: 1)
    #expect(image.data == body)
    #expect(stage.server.requests.count == 1)
  }

  @Test("loads a picture without a length")
  func takesPictureComes() async throws {
    let stage = try ArtworkStage { _ in
      .init(headers: ["Content-Type": "image/png"], body: ArtworkStage.picture, hasNoLength: true)
    }
    let image = try await stage.loader().image(for: stage.artwork(), atLeast: 1)
    #expect(image.data == ArtworkStage.picture)
  }

  @Test("requests the smallest size at or above the wanted one")
  func asksSizeNearest() async throws {
    let stage = try ArtworkStage()
    let loader = stage.loader()
    let images = [64, 300, 640].map { size in
      Artwork.Image(url: stage.server.url("/" + String(size)), size: size)
    }
    let sizes = try #require(Artwork(images))
    for pixels in [1, 64, 65, 640, 9_000, -7] {
      _ = try await loader.image(for: sizes, atLeast: pixels)
    }
    let template = Artwork(template: stage.server.url("/").absoluteString + "{w}x{h}", largest: 50)
    _ = try await loader.image(for: template, atLeast: 40)
    _ = try await loader.image(for: template, atLeast: .max)
    #expect(
      stage.server.requests.map(\.target) == ["/64", "/300", "/640", "/40x40", "/50x50"]
    )
  }

  @Test("keeps pictures in memory until the app drops them")
  func fetchedBeforeHand() async throws {
    let stage = try ArtworkStage()
    let loader = stage.loader()
    for _ in 0..<3 { _ = try await loader.image(for: stage.artwork(), atLeast: 600) }
    #expect(stage.server.requests.count == 1)
    loader.removeAll()
    _ = try await loader.image(for: stage.artwork(), atLeast: 600)
    #expect(stage.server.requests.count == 2)
    let without = stage.loader { $0.memoryLimit = 0 }
    for _ in 0..<2 { _ = try await without.image(for: stage.artwork(), atLeast: 600) }
    #expect(stage.server.requests.count == 4)
  }

  @Test("fetches once if several callers want the same at a time")
  func fetchesOnceSeveral() async throws {
    let (stage, gate) = try ArtworkStage.gated()
    let loader = stage.loader()
    let tasks = stage.tasks(5, of: loader)
    try await eventually("all are waiting") { loader.waiterCount == 5 }
    gate.signal()
    for task in tasks { #expect(try await task.value.data == ArtworkStage.picture) }
    #expect(stage.server.requests.count == 1)
    #expect(loader.isIdle)
  }

  @Test("continues for the other callers if one of them leaves")
  func goesThoseWait() async throws {
    let (stage, gate) = try ArtworkStage.gated()
    let loader = stage.loader()
    let tasks = stage.tasks(2, of: loader)
    try await eventually("both wait") { loader.waiterCount == 2 }
    tasks[0].cancel()
    let error = await #expect(throws: PlayerError.self) { try await tasks[0].value }
    #expect(error?.code == .interrupted)
    gate.signal()
    #expect(try await tasks[1].value.data == ArtworkStage.picture)
    #expect(stage.server.requests.count == 1)
  }

  @Test("stops a load that no caller waits for")
  func givesUpNobody() async throws {
    let stage = try ArtworkStage { _ in .init(isSilent: true) }
    let loader = stage.loader { $0.networkTimeout = .seconds(600) }
    let artwork = stage.artwork()
    let task = Task { try await loader.image(for: artwork, atLeast: 600) }
    try await eventually("it is requested") { stage.server.requests.count == 1 }
    task.cancel()
    let error = await #expect(throws: PlayerError.self) { try await task.value }
    #expect(error?.code == .interrupted)
    try await eventually("the connection is closed") { stage.server.openConnections == 0 }
    try await eventually("everything has ended") { loader.isIdle }
  }

  @Test("sends nothing for a task that was cancelled before")
  func sendsNothingTask() async throws {
    let stage = try ArtworkStage()
    let loader = stage.loader()
    let artwork = stage.artwork()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await loader.image(for: artwork, atLeast: 600)
    }
    await #expect(throws: PlayerError.self) { try await task.value }
    #expect(stage.server.requests.isEmpty)
    #expect(loader.isIdle)
  }

  @Test("reads at most the maximum number of pictures at once")
  func readsNoMore() async throws {
    let now = Locked((current: 0, most: 0))
    let gate = DispatchSemaphore(value: 0)
    let stage = try ArtworkStage { request in
      now.withLock {
        $0.current += 1
        $0.most = max($0.most, $0.current)
      }
      gate.wait()
      now.withLock { $0.current -= 1 }
      return nil
    }
    let loader = stage.loader { $0.maximumAtOnce = 3 }
    let tasks = (0..<12).map { number in
      let artwork = stage.artwork("/" + String(number))
      return Task { try await loader.image(for: artwork, atLeast: 1) }
    }
    try await eventually("all are waiting") { loader.waiterCount == 12 }
    try await eventually("the maximum is being read") { now.withLock(\.current) >= 3 }
    for _ in tasks { gate.signal() }
    for task in tasks { _ = try await task.value }
    #expect(stage.server.requests.count == 12)
    #expect(now.withLock(\.most) == 3)
    #expect(loader.isIdle)
  }

  @Test("fetches nothing before a picture is requested")
  func fetchesNothingBefore() throws {
    let stage = try ArtworkStage()
    var metadata = TrackMetadata(title: "A")
    metadata.artwork = stage.artwork()
    let loader = stage.loader()
    #expect(loader.isIdle)
    _ = try JSONDecoder().decode(TrackMetadata.self, from: JSONEncoder().encode(metadata))
    #expect(stage.server.connectionsTaken == 0)
  }
}
