import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitPlaylists
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The entries of a server's list, and the stored limits of them.
@Suite("An entry of a list", .tags(.local), .timeLimit(.minutes(3)))
struct ListFollowerTests {
  /// The source of a list.
  private final class Answer: LocatedStream {
    let origin: StreamOrigin?
    private let rest: Locked<[UInt8]>
    private let calls = Locked<[String]>([])

    init(_ rest: String, _ reach: NetworkScope?, at url: URL) {
      self.rest = Locked(Array(rest.utf8))
      origin = reach.map { StreamOrigin(url: url, reach: $0) }
    }

    var called: [String] { calls.withLock(\.self) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      calls.withLock { $0.append("read") }
      return rest.withLock { rest in
        let count = min(rest.count, buffer.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest.removeFirst(count)
        return count
      }
    }

    func leaveNothing() { calls.withLock { $0.append("leave nothing") } }
    func seek(to offset: Int64) {}
    var isSeekable: Bool { false }
    var size: Int64? { nil }
    func cancel() {}
    func close() {}
  }

  private static let list =
    "#EXTM3U\n#EXTINF:1,A\nhttp://192.168.0.1/a\n#EXTINF:1,B\nhttp://127.0.0.1/b.m3u\n"

  private static let inner =
    "#EXTM3U\n#EXTINF:1,A\nhttp://192.168.0.1/c\n#EXTINF:1,B\nhttp://10.0.0.1/d\n"

  private func tracks(
    _ source: MediaSource,
    _ reach: NetworkScope?,
    _ list: String = list
  ) throws -> [URLTrack] {
    guard case .remote(let url) = source.location else { return [] }
    let failure = ListFollower(source: source, settings: ListSettings())
      .failure(Array(list.utf8), Answer("", reach, at: url))
    let items = try #require(failure.expansion?.items, "\(failure)")
    return items.compactMap { $0.track as? URLTrack }
  }

  private func source(_ address: String = "http://lists.example/l") throws -> MediaSource {
    MediaSource(.remote(try #require(URL(string: address))))
  }

  private func restored(_ track: URLTrack) throws -> URLTrack {
    try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(track))
  }

  @Test(
    "is limited to public addresses if its server is public",
    arguments: [
      (NetworkScope.publicAlone, MediaSource.Reach.publicAlone), (nil, .publicAlone),
      (.publicAfterRedirect, nil), (.everywhere, nil),
    ] as [(NetworkScope?, MediaSource.Reach?)]
  )
  func liesPublicAddresses(
    server: NetworkScope?,
    reach: MediaSource.Reach?
  ) throws {
    for track in try tracks(try source(), server) {
      #expect(try track.mediaSource().reach == reach)
      #expect(try restored(track).mediaSource().reach == reach)
    }
  }

  @Test("keeps that limit through other lists, mirrors, and stores")
  func staysThroughOther() throws {
    let outer = try tracks(try source(), .publicAlone)[1]
    // The inner list came from memory, or from a server without limits.
    for outer in [outer, try restored(outer)] {
      let inner = try tracks(try outer.mediaSource(), .publicAfterRedirect, Self.inner)
      #expect(try inner.map { try $0.mediaSource().reach } == [.publicAlone, .publicAlone])
    }
    let mirrors = "[playlist]\nFile1=http://10.0.0.1/x\nFile2=http://10.0.0.2/x\nTitle1=A\nTitle2=A"
    let station = try #require(try tracks(try source(), .publicAlone, mirrors).first)
    for station in [station, try restored(station)] {
      let source = try station.mediaSource()
      #expect(source.reach == .publicAlone && source.alternatives.count == 1)
      #expect(source.alternatives.first?.reach == .publicAlone)
    }
  }

  @Test("of an unknown server is limited as if it were public")
  func notAskedNobody() throws {
    // Bytes from memory.
    let unknown = StreamOrigin.unasked("http://lists.example/l")
    #expect(unknown?.reach == .publicAlone)
    #expect(StreamOrigin.unasked("http://127.0.0.1/l")?.reach == .publicAfterRedirect)
    #expect(StreamOrigin.unasked("http://[fe80::1]/l")?.reach == .publicAfterRedirect)
    #expect(StreamOrigin.unasked("http://localhost:80/l")?.reach == .publicAfterRedirect)
  }

  @Test("remembers its lists without users and passwords")
  func remembersListsWithout() throws {
    let track = try #require(
      try tracks(try source("http://user:secret@lists.example/l"), .publicAlone).first
    )
    #expect(track.listOrigin?.lists == ["http://lists.example/l"])
    let stored = String(decoding: try JSONEncoder().encode(track), as: UTF8.self)
    #expect(!stored.contains("secret"))
    // The list contains itself, with any user.
    let own = try tracks(
      try source("http://user:secret@lists.example/l"),
      .publicAlone,
      "#EXTM3U\nhttp://lists.example/l\n#EXTINF:1\nhttp://a@lists.example/l\n"
    )
    for track in own { #expect(throws: PlayerError.self) { try track.mediaSource() } }
    #expect(own.count == 2)
  }

  @Test("leads to three lists in a row, and no further")
  func leadsThreeLists() throws {
    var source = try source()
    for depth in 1...4 {
      let failure = ListFollower(source: source, settings: ListSettings())
        .failure(Array("#EXTM3U\nl\(depth)\n".utf8), Answer("", nil, at: URL(filePath: "/")))
      guard let track = failure.expansion?.items.first?.track as? URLTrack else {
        #expect(depth == 4 && failure.code == .invalidItem)
        return
      }
      source = try track.mediaSource()
    }
    Issue.record("The lists do not end.")
  }

  @Test("gives its list's bytes to no other reader, from before reading on")
  func leftNobodyBefore() throws {
    let answer = Answer("http://b.example/\n", .publicAlone, at: URL(filePath: "/"))
    _ = ListFollower(source: try source(), settings: ListSettings())
      .failure(Array("#EXTM3U\n".utf8), answer)
    #expect(answer.called.first == "leave nothing" && answer.called.count > 1)
  }

  @Test("is not read in an endless list")
  func notReadNo() throws {
    let answer = Answer(String(repeating: "#\n", count: 4 << 20), nil, at: URL(filePath: "/"))
    let failure = ListFollower(source: try source(), settings: ListSettings())
      .failure(Array("#EXTM3U\n".utf8), answer)
    #expect(failure.underlying as? PlaylistError == .tooLarge)
    // 2 MiB in pieces of 64 KiB.
    #expect(answer.called.count { $0 == "read" } <= 33)
    let late = ListFollower(
      source: try source(),
      settings: ListSettings(longestRead: .zero)
    ).failure([], Answer("#\n", nil, at: URL(filePath: "/")))
    #expect(late.code == .timedOut)
  }

  @Test("is found if a station's server sends a list as a stream")
  func foundOutServer() throws {
    let body = Data("http://127.0.0.1:18083/live.mp3\n".utf8)
    for type in ["audio/x-mpegurl", "audio/x-scpls; charset=x", "application/vnd.apple.mpegurl"] {
      let server = try LoopbackServer { _ in
        .init(
          headers: [
            "Server": "Icecast 2.4.4", "Content-Type": type, "Cache-Control": "no-cache, no-store",
          ],
          body: body,
          hasNoLength: true
        )
      }
      let opener = SourceOpener(LoadingSettings())
      defer { opener.close() }
      let stream = opener.open(MediaSource(.remote(server.url("/live.mp3.m3u")))).makeStream()
      defer { stream.close() }
      var piece: [UInt8] = [0]
      do throws(PlayerError) {
        _ = try stream.read(into: &piece)
        Issue.record("The list can be read.")
      } catch {
        #expect(error.expansion?.items.count == 1, "\(error)")
      }
    }
  }

  @Test("in a CUE sheet may have become a file of another format")
  func cueSheetBecome() throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    for name in ["Album.flac", "album.txt", "other.wav", "other.flac"] {
      try Data().write(to: scratch.url.appendingPathComponent(name))
    }
    let text = ["album.wav", "other.wav", "none.wav"]
      .map { "FILE \"\($0)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:01:00\n" }.joined()
    for list in ["x.cue", "x.txt"] {
      let source = MediaSource(.file(path: scratch.path(list)))
      let failure = ListFollower(source: source, settings: ListSettings())
        .failure(Array(text.utf8), Answer("", nil, at: scratch.url))
      let paths = failure.expansion?.items.map(\.track.id)
      #expect(paths == ["Album.flac", "other.wav", "none.wav"].map(scratch.path))
    }
  }

  @Test("of a folder ends its search when the reader cancels")
  func folderNotLooked() throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    try Data().write(to: scratch.url.appendingPathComponent("a.mp3"))
    let stream = FolderStream(path: scratch.url.path)
    stream.cancel()
    var piece: [UInt8] = [0]
    do throws(PlayerError) {
      _ = try stream.read(into: &piece)
      Issue.record("The folder can be read.")
    } catch {
      #expect(error.code == .interrupted)
    }
  }
}

extension StreamOrigin {
  /// The origin of a stream that has sent no request.
  fileprivate static func unasked(_ address: String) -> StreamOrigin? {
    URL(string: address).flatMap { url in
      HTTPByteStream(HTTPAddress(url: url), fetcher: Fetchers.make(), timeout: .seconds(1)).origin
    }
  }
}
