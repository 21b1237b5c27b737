import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The table of picture loads", .tags(.pure))
struct ArtworkLoadsTests {
  private let source = MediaSource(.file(path: "a"))

  private func request(_ name: String, _ pixels: Int = 1) -> ArtworkRequest {
    ArtworkRequest(place: .key(.init(source: "s", id: name)), pixels: pixels)
  }

  private func words(_ actions: [ArtworkLoads.Action]) -> [String] {
    actions.map {
      switch $0 {
      case .find(let id, _): "find \(id)"
      case .read(let id, _): "read \(id)"
      case .giveUp(let id): "giveUp \(id)"
      }
    }
  }

  @Test("Equal requests share one load, others do not")
  func equalWishesOne() {
    var loads = ArtworkLoads(maximumAtOnce: 2)
    #expect(words(loads.want(request("a"), waiter: 1)) == ["find 1"])
    #expect(words(loads.want(request("a"), waiter: 2)) == [])
    #expect(words(loads.want(request("a", 2), waiter: 3)) == ["find 2"])
    #expect(words(loads.found(1, source)) == ["read 1"])
    let (load, actions) = loads.finished(1)
    #expect(load?.1 == [1, 2])
    #expect(actions.isEmpty)
    // The load is over, so the next request is a new load.
    #expect(words(loads.want(request("a"), waiter: 4)) == ["find 3"])
  }

  @Test("A found picture waits for its turn, in order")
  func foundWaitsTurn() {
    var loads = ArtworkLoads(maximumAtOnce: 1)
    for (index, name) in ["a", "b", "c"].enumerated() {
      _ = loads.want(request(name), waiter: index)
    }
    #expect(words(loads.found(2, source)) == ["read 2"])
    #expect(words(loads.found(3, source)) == [])
    #expect(words(loads.found(1, source)) == [])
    #expect(words(loads.finished(2).actions) == ["read 3"])
    #expect(words(loads.finished(3).actions) == ["read 1"])
    #expect(words(loads.finished(1).actions) == [])
    #expect(loads.isIdle)
  }

  @Test("An abandoned load keeps its place until its thread returns")
  func givenUpHolds() {
    var loads = ArtworkLoads(maximumAtOnce: 1)
    _ = loads.want(request("a"), waiter: 1)
    _ = loads.want(request("b"), waiter: 2)
    _ = loads.found(1, source)
    #expect(words(loads.leave(request("a"), waiter: 1)) == ["giveUp 1"])
    #expect(words(loads.found(2, source)) == [])
    let (load, actions) = loads.finished(1)
    #expect(load == nil)
    #expect(words(actions) == ["read 2"])
  }

  @Test("A load abandoned during the search is never read")
  func givenUpBefore() {
    var loads = ArtworkLoads(maximumAtOnce: 1)
    _ = loads.want(request("a"), waiter: 1)
    #expect(words(loads.leave(request("a"), waiter: 1)) == ["giveUp 1"])
    #expect(words(loads.found(1, source)) == [])
    #expect(loads.isIdle)
    // A load that waits for its turn is not read either.
    for name in ["b", "c"] {
      _ = loads.want(request(name), waiter: 1)
    }
    _ = loads.found(2, source)
    _ = loads.found(3, source)
    #expect(words(loads.leave(request("c"), waiter: 1)) == ["giveUp 3"])
    #expect(words(loads.finished(2).actions) == [])
    #expect(loads.isIdle)
  }

  @Test("A caller that leaves twice, or never came, changes nothing")
  func leavesTwiceNever() {
    var loads = ArtworkLoads(maximumAtOnce: 1)
    _ = loads.want(request("a"), waiter: 1)
    #expect(words(loads.leave(request("a"), waiter: 2)) == [])
    #expect(words(loads.leave(request("b"), waiter: 1)) == [])
    #expect(words(loads.leave(request("a"), waiter: 1)) == ["giveUp 1"])
    #expect(words(loads.leave(request("a"), waiter: 1)) == [])
  }

  @Test(
    "After any input, each waiter is answered once, and reads stay within the maximum",
    arguments: [1, 2, 3]
  )
  func whateverHappensEach(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var loads = ArtworkLoads(maximumAtOnce: 3)
    var (waiting, told): (Set<Int>, Set<Int>) = ([], [])
    var (searched, read): ([Int], [Int]) = ([], [])
    var left: [(ArtworkRequest, Int)] = []
    func perform(_ actions: [ArtworkLoads.Action]) {
      for action in actions {
        switch action {
        case .find(let id, _): searched.append(id)
        case .read(let id, _): read.append(id)
        case .giveUp: break
        }
      }
      #expect(read.count <= 3)
    }
    func end(_ id: Int) {
      let (load, actions) = loads.finished(id)
      for waiter in load?.1 ?? [] {
        #expect(told.insert(waiter).inserted && waiting.remove(waiter) != nil)
      }
      perform(actions)
    }
    for step in 0..<5_000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let request = request("\(Int.random(in: 0..<8, using: &random))")
        waiting.insert(step)
        left.append((request, step))
        perform(loads.want(request, waiter: step))
      case 1 where !left.isEmpty:
        let (request, waiter) = left.remove(at: Int.random(in: left.indices, using: &random))
        waiting.remove(waiter)
        perform(loads.leave(request, waiter: waiter))
      case 2 where !searched.isEmpty:
        let id = searched.remove(at: Int.random(in: searched.indices, using: &random))
        Bool.random(using: &random) ? perform(loads.found(id, source)) : end(id)
      case 3 where !read.isEmpty:
        end(read.remove(at: Int.random(in: read.indices, using: &random)))
      default: break
      }
    }
    while !searched.isEmpty { perform(loads.found(searched.removeLast(), source)) }
    while !read.isEmpty { end(read.removeLast()) }
    #expect(loads.isIdle)
    #expect(waiting.isEmpty)
    #expect(told.count > 300)
  }
}

@Suite("The memory of pictures", .tags(.pure))
struct PictureMemoryTests {
  private func picture(_ count: Int) throws -> ArtworkImage {
    let png = SamplePicture.png.data
    return try #require(ArtworkImage(png + Data(count: count - png.count)))
  }

  private func request(_ name: String, _ pixels: Int = 1) -> ArtworkRequest {
    ArtworkRequest(place: .key(.init(source: "s", id: name)), pixels: pixels)
  }

  @Test("drops the picture that was used longest ago, and stays within its limit")
  func forgetsWantedLongest() throws {
    var memory = PictureMemory(limit: 1_000)
    for name in ["a", "b", "c"] { memory.keep(try picture(300), for: request(name)) }
    #expect(memory.image(for: request("a")) != nil)
    memory.keep(try picture(300), for: request("d"))
    #expect(memory.image(for: request("b")) == nil)
    for name in ["a", "c", "d"] { #expect(memory.image(for: request(name)) != nil) }
    #expect(memory.byteCount == 900)
    memory.keep(try picture(900), for: request("e"))
    #expect(memory.byteCount == 900)
    memory.keep(try picture(1_001), for: request("f"))
    #expect(memory.image(for: request("f")) == nil)
    #expect(memory.image(for: request("e")) != nil)
    memory.keep(try picture(200), for: request("e"))
    #expect(memory.byteCount == 200)
    memory.removeAll()
    #expect(memory.byteCount == 0)
    #expect(memory.image(for: request("e")) == nil)
  }

  @Test("returns a picture of the wanted size, or the largest one")
  func givesLargeWanted() throws {
    var memory = PictureMemory(limit: 1_000)
    memory.keep(try picture(300), for: request("a", 20))
    // The picture has 50 pixels.
    for pixels in [1, 20, 50] { #expect(memory.image(for: request("a", pixels)) != nil) }
    #expect(memory.image(for: request("a", 51)) == nil)
    memory.keep(try picture(300), for: request("a", 90))
    #expect(memory.image(for: request("a", 90)) != nil)
    #expect(memory.image(for: request("a", 91)) == nil)
  }
}
