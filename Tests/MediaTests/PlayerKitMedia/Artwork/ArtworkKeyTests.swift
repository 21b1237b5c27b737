import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A picture from a source", .tags(.local), .timeLimit(.minutes(2)))
struct ArtworkKeyTests {
  @Test("is supplied as bytes, from a file, or from a server that only the source may reach")
  func comesBytesFile() async throws {
    let stage = try ArtworkStage()
    _ = try stage.makeFile("a.png", SamplePicture.png.data)
    let path = stage.folder.path("a.png")
    let url = stage.server.url("/cover?sig=secret")
    let source = StubArtworkSource { id, pixels in
      #expect(pixels == 600)
      return switch id {
      case "bytes": MediaSource(.bytes(MemoryByteSource(Array(SamplePicture.jpeg.data))))
      case "file": MediaSource(.file(path: path))
      default: MediaSource(.remote(url), headers: ["Authorization": "secret"])
      }
    }
    let loader = stage.loader(sources: [source]) { $0.reach = .publicAlone }
    for (id, format) in [("bytes", PictureFormat.jpeg), ("file", .png), ("server", .png)] {
      let image = try await loader.image(for: StubArtworkSource.key(id), atLeast: 600)
      #expect(image.format == format)
    }
    #expect(stage.server.requests.map(\.target) == ["/cover?sig=secret"])
    #expect(stage.server.requests.first?.headers["authorization"] == "secret")
    stage.folder.remove()
  }

  @Test("is found by a name that the source had before, unless another source has it now")
  func formerName() async throws {
    let stage = try ArtworkStage()
    let source = StubArtworkSource { _, _ in
      MediaSource(.bytes(MemoryByteSource(Array(SamplePicture.png.data))))
    }
    let current = StubArtworkSource { _, _ in
      MediaSource(.bytes(MemoryByteSource(Array(SamplePicture.jpeg.data))))
    }
    let renamed = RenamedArtworkSource(base: source)
    let loader = stage.loader(sources: [renamed, current])
    let before = Artwork(Artwork.Key(source: "before", id: "a"))
    #expect(try await loader.image(for: before, atLeast: 1).format == .png)
    #expect(try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1).format == .jpeg)
    stage.folder.remove()
  }

  @Test("at a server reaches no further than the source permits")
  func serverReachesNo() async throws {
    let stage = try ArtworkStage()
    let url = stage.server.url("/cover")
    let source = StubArtworkSource { _, _ in MediaSource(.remote(url), reach: .publicAlone) }
    let failure = await stage.failure(
      StubArtworkSource.key("a"),
      by: stage.loader(sources: [source])
    )
    #expect(failure?.code == .blockedURL)
    #expect(stage.server.connectionsTaken == 0)
  }

  @Test("is requested again if its address has expired")
  func askedAnewAddress() async throws {
    let stage = try ArtworkStage { $0.target == "/old" ? .status(403) : nil }
    let (old, new) = (stage.server.url("/old"), stage.server.url("/new"))
    let source = StubArtworkSource { _, _ in
      MediaSource(.remote(old)) { MediaSource(.remote(new)) }
    }
    let loader = stage.loader(sources: [source])
    let image = try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1)
    #expect(image.data == ArtworkStage.picture)
    #expect(stage.server.requests.map(\.target) == ["/old", "/new"])
  }

  @Test("is requested again only if a larger one is wanted and may exist")
  func askedAgainOnly() async throws {
    let asked = Recorded<Int>()
    let source = StubArtworkSource { _, pixels in
      asked.append(pixels)
      return MediaSource(.bytes(MemoryByteSource(Array(SamplePicture.png.data))))
    }
    let stage = try ArtworkStage()
    let loader = stage.loader(sources: [source])
    // The picture has 50 pixels.
    for pixels in [40, 50, 300, 200, 300, 301] {
      _ = try await loader.image(for: StubArtworkSource.key("a"), atLeast: pixels)
    }
    #expect(asked.elements == [40, 300, 301])
  }

  @Test("fails with its source's error")
  func failsSource() async throws {
    struct Other: Error {}
    let source = StubArtworkSource { id, _ in
      switch id {
      case "own": throw PlayerError(.notEntitled, "no")
      case "cancelled": throw CancellationError()
      default: throw Other()
      }
    }
    let stage = try ArtworkStage()
    let loader = stage.loader(sources: [source])
    for (id, code) in [
      ("own", PlayerError.Code.notEntitled), ("cancelled", .interrupted), ("other", .serverError),
    ] {
      #expect(await stage.failure(StubArtworkSource.key(id), by: loader)?.code == code)
    }
    let unknown = Artwork(Artwork.Key(source: "nobody", id: "a"))
    #expect(await stage.failure(unknown, by: loader)?.code == .notFound)
    #expect(loader.isIdle)
  }

  @Test("whose source is silent does not block a caller that leaves")
  func whoseSourceNot() async throws {
    let wasCancelled = Locked(false)
    let hasBegun = Locked(false)
    let source = StubArtworkSource { _, _ in
      hasBegun.withLock { $0 = true }
      try? await Task.sleep(for: .seconds(3_600))
      wasCancelled.withLock { $0 = Task.isCancelled }
      throw CancellationError()
    }
    let stage = try ArtworkStage()
    let loader = stage.loader(sources: [source]) { $0.maximumAtOnce = 1 }
    let task = Task { try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1) }
    try await eventually("the source is asked") { hasBegun.withLock(\.self) }
    // The silent source does not block other loads.
    _ = try await loader.image(for: stage.artwork(), atLeast: 1)
    task.cancel()
    let error = await #expect(throws: PlayerError.self) { try await task.value }
    #expect(error?.code == .interrupted)
    try await eventually("the source is cancelled") { wasCancelled.withLock(\.self) }
    #expect(loader.isIdle)
  }

  @Test("whose source never answers fails in time, and is requested again")
  func whoseSourceNever() async throws {
    let clock = ManualClock()
    let asked = Recorded<String>()
    let wasCancelled = Locked(false)
    let source = StubArtworkSource { id, _ in
      asked.append(id)
      guard asked.elements.count == 1 else {
        return MediaSource(.bytes(MemoryByteSource(Array(SamplePicture.png.data))))
      }
      try? await Task.sleep(for: .seconds(3_600))
      wasCancelled.withLock { $0 = Task.isCancelled }
      throw CancellationError()
    }
    let stage = try ArtworkStage()
    let loader = stage.loader(sources: [source], clock: clock) { $0.searchTimeLimit = .seconds(5) }
    let task = Task { try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1) }
    try await eventually("its timeout runs") { clock.nextDeadline != nil }
    clock.advance(by: .milliseconds(4_999))
    #expect(!loader.isIdle)
    clock.advance(by: .milliseconds(1))
    let error = await #expect(throws: PlayerError.self) { try await task.value }
    #expect(error?.code == .timedOut)
    try await eventually("the source is cancelled") { wasCancelled.withLock(\.self) }
    #expect(loader.isIdle)
    _ = try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1)
    #expect(clock.nextDeadline == nil)
  }

  @Test("in a local file is read again each time")
  func localFileRead() async throws {
    let stage = try ArtworkStage()
    let loader = stage.loader()
    let artwork = try stage.makeFile("cover", SamplePicture.png.data)
    #expect(try await loader.image(for: artwork, atLeast: 1).format == .png)
    _ = try stage.makeFile("cover", SamplePicture.jpeg.data)
    #expect(try await loader.image(for: artwork, atLeast: 1).format == .jpeg)
    stage.folder.remove()
    #expect(await stage.failure(artwork, by: loader)?.code == .notFound)
  }

  @Test("in an irregular file is unreadable")
  func localFileNone() async throws {
    let stage = try ArtworkStage()
    let folder = Artwork(path: stage.folder.url.path)
    #expect(await stage.failure(folder)?.code == .unreadable)
    let device = Artwork(path: "/dev/zero")
    #expect(await stage.failure(device)?.code == .unreadable)
    let large = try stage.makeFile("large", SamplePicture.png.data + Data(count: 21 << 20))
    #expect(await stage.failure(large)?.code == .unsupportedFormat)
    stage.folder.remove()
  }
}

/// A source whose name is new.
private struct RenamedArtworkSource: ArtworkSource {
  let base: StubArtworkSource

  var artworkSource: String { "new" }
  var formerArtworkSources: Set<String> { ["before", "stub"] }

  func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    try await base.picture(id, atLeast: pixels)
  }
}
