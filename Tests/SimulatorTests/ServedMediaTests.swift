import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("The media host", .tags(.local))
struct ServedMediaTests {
  /// The path of an existing preview, and its piece.
  private func preview(
    of simulator: ServiceSimulator,
    number wanted: Int = 0
  ) throws -> (path: String, piece: PreviewPiece) {
    let catalog = InventedCatalog.standard
    let storefront = try #require(Storefront.named("us"))
    let song = try #require(
      catalog.songs.indices.first { index in
        guard let number = catalog.previewNumber(song: index) else { return false }
        return number % simulator.previewPieces.count == wanted
      }
    )
    let path = try #require(catalog.previewPath(song: song, in: storefront))
    let number = try #require(catalog.previewNumber(song: song))
    return ("/\(path)", try #require(simulator.previewStore.piece(number: number)))
  }

  @Test("A preview is a complete MPEG-4 file, and its frames are known", arguments: 0..<8)
  func whole(number: Int) async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator, number: number)
      let reply = try await Client.send(path, at: simulator.media)
      #expect(reply.status == 200)
      #expect(reply.body == piece.data)
      #expect(reply.body.dropFirst(4).starts(with: Array("ftyp".utf8)))
      #expect(reply.headers["accept-ranges"] == "bytes")
      #expect(reply.headers["etag"]?.hasPrefix("\"") == true)
      let url = try #require(URL(string: simulator.media.absoluteString + path))
      #expect(simulator.previewFrames(at: url) == piece.frames)
    }
  }

  @Test("A music video's preview is served as a video")
  func videos() async throws {
    try await withSimulator { simulator in
      let videos = InventedCatalog.standard.musicVideos
      let shown = try #require(videos.first { $0.hasPreview })
      let dark = try #require(videos.first { !$0.hasPreview })
      let path = "/previews/\(shown.index)-\(IDSpace.musicVideos.id(shown.index)).m4v"
      let reply = try await Client.send(path, at: simulator.media, method: "HEAD")
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "video/x-m4v")
      let absent = "/previews/\(dark.index)-\(IDSpace.musicVideos.id(dark.index)).m4v"
      let missing = try await Client.send(absent, at: simulator.media, method: "HEAD")
      #expect(missing.status == 404)
    }
  }

  @Test("The types of audio vary")
  func types() async throws {
    try await withSimulator { simulator in
      var types: Set<String> = []
      for number in 0..<8 {
        let (path, _) = try preview(of: simulator, number: number)
        let reply = try await Client.send(path, at: simulator.media, method: "HEAD")
        types.insert(try #require(reply.headers["content-type"]))
      }
      #expect(types == ["audio/x-m4p", "audio/x-m4a", "audio/mp4"])
    }
  }

  @Test(
    "A range returns exactly that part",
    arguments: [("bytes=0-99", 0, 100), ("bytes=1000-", 1000, nil), ("bytes=-50", -50, nil)]
  )
  func ranges(header: String, first: Int, last: Int?) async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator)
      let size = piece.data.count
      let start = first < 0 ? size + first : first
      let end = last ?? size
      let reply = try await Client.send(path, at: simulator.media, headers: ["Range": header])
      #expect(reply.status == 206)
      #expect(reply.headers["content-range"] == "bytes \(start)-\(end - 1)/\(size)")
      #expect(reply.headers["content-length"] == String(end - start))
      #expect(reply.body == piece.data[start..<end])
    }
  }

  @Test("A range after the end is refused with the size")
  func unsatisfiable() async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator)
      let reply = try await Client.send(
        path,
        at: simulator.media,
        headers: ["Range": "bytes=\(piece.data.count)-"]
      )
      #expect(reply.status == 416)
      #expect(reply.headers["content-range"] == "bytes */\(piece.data.count)")
    }
  }

  @Test("HEAD returns the length and no body")
  func head() async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator)
      let reply = try await Client.send(path, at: simulator.media, method: "HEAD")
      #expect(reply.status == 200)
      #expect(reply.headers["content-length"] == String(piece.data.count))
      #expect(reply.body.isEmpty)
    }
  }

  @Test("A known tag returns 304, and an outdated one in If-Range returns everything")
  func tags() async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator)
      let tag = try #require(
        try await Client.send(path, at: simulator.media, method: "HEAD").headers["etag"]
      )
      let again = try await Client.send(
        path,
        at: simulator.media,
        headers: ["If-None-Match": tag]
      )
      #expect(again.status == 304)
      let outdated = try await Client.send(
        path,
        at: simulator.media,
        headers: ["Range": "bytes=0-9", "If-Range": "\"other\""]
      )
      #expect(outdated.status == 200)
      #expect(outdated.body.count == piece.data.count)
    }
  }

  @Test(
    "A missing file is 404",
    arguments: [
      "/previews/0-1.m4a", "/previews/x-1440000000.m4a", "/previews/99999-1440000000.m4a",
      "/previews/", "/previews/manifest.json", "/previews/..%2FREADME.md", "/other", "/",
      "/artwork/300x300bb.txt", "/artwork/a/0x0bb.jpg",
    ]
  )
  func unknown(path: String) async throws {
    try await withSimulator { (simulator) async throws in
      #expect(try await Client.send(path, at: simulator.media).status == 404)
    }
  }

  @Test("Faults affect previews too", arguments: [403, 404, 500])
  func faults(status: Int) async throws {
    try await withSimulator { simulator in
      let (path, _) = try preview(of: simulator)
      simulator.add(Fault(status: status, path: "/previews"), to: .media)
      #expect(try await Client.send(path, at: simulator.media).status == status)
      #expect(try await Client.send(path, at: simulator.media).status == 200)
    }
  }

  @Test("A cut preview ends in its middle")
  func cut() async throws {
    try await withSimulator { simulator in
      let (path, piece) = try preview(of: simulator)
      simulator.add(Fault(kind: .cut), to: .media)
      let reply = try await RawClient.exchange("GET /media\(path) HTTP/1.1", with: simulator)
      let (head, body) = try #require(reply.split())
      #expect(head["content-length"] == String(piece.data.count))
      #expect(body.count == piece.data.count / 2)
    }
  }

  @Test("Artwork is a picture, of the same color in all sizes")
  func artwork() async throws {
    try await withSimulator { simulator in
      let folder = "/artwork/Music125/v4/ab/cdef.jpg"
      let small = try await Client.send("\(folder)/60x60bb.jpg", at: simulator.media)
      let large = try await Client.send("\(folder)/600x600sr.webp", at: simulator.media)
      let other = try await Client.send("/artwork/b.jpg/60x60bb.jpg", at: simulator.media)
      #expect(small.status == 200)
      #expect(small.headers["content-type"] == "image/png")
      #expect(small.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(small.body == large.body)
      #expect(small.body != other.body)
    }
  }

  @Test("Each piece has an odd number of frames and its own name, and all are small")
  func pieces() throws {
    let pieces = try PreviewPiece.bundled()
    #expect(pieces.count == 8)
    #expect(Set(pieces.map(\.name)).count == 8)
    #expect(Set(pieces.map(\.frames)).count == 8)
    #expect(pieces.allSatisfy { !$0.frames.isMultiple(of: 2) })
    #expect(pieces.allSatisfy { (8 * 44_100...30 * 44_100 + 44_100).contains($0.frames) })
    #expect(pieces.reduce(0) { $0 + $1.data.count } < 1_500_000)
  }

  @Test("The file itself states the number of frames in the manifest")
  func recordedFrames() throws {
    for piece in try PreviewPiece.bundled() {
      let tag = piece.data.firstRange(of: Data("iTunSMPB".utf8)).map { range in
        String(decoding: piece.data[range.upperBound...].dropFirst(16).prefix(120), as: UTF8.self)
      }
      let edit = piece.data.firstRange(of: Data("elst".utf8)).map { range in
        piece.data[range.upperBound...].dropFirst(8).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      }
      let counted = tag.flatMap { Int($0.split(separator: " ")[3], radix: 16) }
      #expect(counted != nil || edit != nil)
      #expect(counted == nil || counted == piece.frames)
      // Milliseconds, if the movie's time scale is no finer.
      let milliseconds = Int((Double(piece.frames) / 44.1).rounded())
      #expect(edit == nil || edit == piece.frames || (counted != nil && edit == milliseconds))
    }
  }

  @Test("The user's own music can be served")
  func ownPieces() async throws {
    let piece = PreviewPiece(name: "own", frames: 3, data: Data("own".utf8))
    try await withSimulator(.init(pieces: [piece])) { simulator in
      let (path, _) = try preview(of: simulator)
      #expect(try await Client.send(path, at: simulator.media).text == "own")
      #expect(simulator.previewFrames(forNumber: 7) == 3)
    }
  }
}

@Suite("Ranges of a body", .tags(.pure))
struct RequestedRangeTests {
  @Test("A valid header is read, and an invalid one is ignored")
  func table() {
    let table: [(String?, RequestedRange)] = [
      (nil, .whole), ("", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("items=0-1", .whole),
      ("bytes=5-2", .whole), ("bytes=a-b", .whole), ("bytes=0-1,4-5", .whole),
      ("bytes=0-0", .part(0..<1)), ("BYTES=2-3", .part(2..<4)), ("bytes=9-", .part(9..<10)),
      ("bytes=0-999", .part(0..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
      ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-11", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable),
    ]
    for (header, range) in table {
      #expect(RequestedRange(header: header, size: 10) == range, "\(header ?? "none")")
    }
  }

  @Test("An empty body has no range")
  func empty() {
    #expect(RequestedRange(header: "bytes=0-", size: 0) == .unsatisfiable)
    #expect(RequestedRange(header: "bytes=-1", size: 0) == .unsatisfiable)
  }
}
