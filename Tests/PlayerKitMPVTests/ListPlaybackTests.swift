import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Playlists, CUE sheets, and folders as queue entries, with sound.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct ListPlaybackTests {
    private static let parts = [Signal.sweep(frames: 20_001), .sweep(frames: 30_003)]

    private static func serve(
      _ lists: [String: String],
      _ type: String = "text/plain"
    ) throws -> LoopbackServer {
      let wavs = ["/a.wav": parts[0].wav, "/b.wav": parts[1].wav]
      return try LoopbackServer { request in
        // Regardless of the query.
        let path = request.target.split(separator: "?").first.map(String.init) ?? ""
        if let list = lists[path] {
          return LoopbackServer.Reply(headers: ["Content-Type": type], body: Data(list.utf8))
        }
        return wavs[request.target].map { .part($0, request) } ?? .status(404)
      }
    }

    private func url(_ server: LoopbackServer, _ path: String) throws -> URL {
      try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
    }

    private var sound: Data { Self.parts[0].pcm + Self.parts[1].pcm }

    private func play(_ show: Show, _ tracks: [any Track]) async throws -> [String] {
      show.queue.append(tracks.map { QueueItem($0) })
      show.queue.play()
      return try await show.wait(for: "ended")
    }

    @Test(
      "A list on a server plays its entries, exact to the sample",
      arguments: [
        "#EXTM3U\n#EXTINF:1,A\na.wav\n#EXTINF:1,B\nb.wav\n",
        "[playlist]\nFile2=/b.wav\nFile1=/a.wav\nLength1=1\nLength2=1\n",
      ]
    )
    func listServerPlayedWhat(list: String)
      async throws
    {
      let server = try Self.serve(["/list": list])
      let stage = try Stage(.file)
      let show = try Show(stage, [])
      let told = try await play(show, [URLTrack(url: try url(server, "/list"))])
      #expect(!told.contains { $0.hasPrefix("failed") })
      #expect(show.queue.entries.count == 2)
      #expect(try await stage.output() == sound)
    }

    @Test("A local list, a folder, and a CUE sheet play without a gap")
    func localListFolderCue() async throws {
      let stage = try Stage(.file)
      let show = try Show(stage, [])
      let folder = stage.sandbox.root.appendingPathComponent("album")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Self.parts[0].wav.write(to: folder.appendingPathComponent("2 - a.wav"))
      try Self.parts[1].wav.write(to: folder.appendingPathComponent("10 - b.wav"))
      _ = try stage.sandbox.write(Data("#EXTM3U\nalbum/2 - a.wav\n".utf8), to: "l.m3u8")
      let whole = Signal.sweep(frames: 60_000)
      _ = try stage.sandbox.write(whole.wav, to: "whole.wav")
      let sheet = """
        FILE "whole.wav" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            INDEX 01 00:00:37
          TRACK 03 AUDIO
            INDEX 01 00:01:01
        """
      _ = try stage.sandbox.write(Data(sheet.utf8), to: "whole.cue")
      let told = try await play(
        show,
        ["l.m3u8", "album", "whole.cue"].map { URLTrack(path: stage.sandbox.path($0)) }
      )
      #expect(!told.contains { $0.hasPrefix("failed") })
      #expect(show.queue.entries.count == 6)
      #expect(try await stage.output() == Self.parts[0].pcm + sound + whole.pcm)
    }

    @Test("If a mirror is unavailable, the next one plays")
    func whereMirrorCantHad() async throws {
      let gone = try LoopbackServer { _ in .status(404) }
      let server = try Self.serve([:])
      gone.stop()
      let list = """
        #EXTM3U
        #EXTINF:-1,Station (#1)
        \(try url(gone, "/a.wav"))
        #EXTINF:-1,Station (#2)
        \(try url(server, "/a.wav"))
        """
      let stage = try Stage(.file)
      let show = try Show(stage, [])
      let path = try stage.sandbox.write(Data(list.utf8), to: "l.m3u")
      let told = try await play(show, [URLTrack(path: path)])
      #expect(!told.contains { $0.hasPrefix("failed") })
      #expect(show.queue.entries.first?.track.metadata.title == "Station")
      #expect(try await stage.output() == Self.parts[0].pcm)
    }

    @Test("Circular lists, deep ones, and lists with local files fail, and the queue continues")
    func listsLeadThemselvesDeep() async throws {
      let server = try Self.serve([
        // A list that contains itself, also with other queries.
        "/self.m3u": "#EXTM3U\nself.m3u\nself.m3u?x\n",
        "/file.m3u": "#EXTM3U\nfile:///etc/passwd\n",
        "/1.m3u": "#EXTM3U\n2.m3u\n", "/2.m3u": "#EXTM3U\n3.m3u\n", "/3.m3u": "#EXTM3U\n4.m3u\n",
        "/4.m3u": "#EXTM3U\na.wav\n",
        "/empty.pls": "\n", "/bomb.xspf": "<playlist xmlns='xspf'><!DOCTYPE x [<!ENTITY a 'b'>]>",
      ])
      let stage = try Stage(.file)
      let show = try Show(stage, [])
      var tracks: [any Track] = []
      let paths = [
        "/self.m3u", "/file.m3u", "/a.wav", "/1.m3u", "/empty.pls", "/bomb.xspf", "/b.wav",
      ]
      for path in paths {
        tracks.append(URLTrack(url: try url(server, path)))
      }
      let told = try await play(show, tracks)
      let codes = told.filter { $0.hasPrefix("failed") }
        .map { $0.split(separator: " ").dropLast().last ?? "" }
      #expect(
        codes == [
          "invalidItem", "invalidItem", "invalidItem", "blockedURL", "invalidItem", "invalidItem",
          "unsupportedFormat",
        ]
      )
      #expect(try await stage.output() == sound)
      let lists = server.requests.filter { !$0.target.hasSuffix(".wav") }
      #expect(lists.count <= 10)
    }

    @Test("A look-up returns the entries of a list before it plays")
    func lookUpTellsWhat() async throws {
      let server = try Self.serve(["/l": "#EXTM3U\na.wav\nb.wav\n"])
      let lookup = ListLookup()
      let items = try await lookup.items(of: URLTrack(url: try url(server, "/l")))
      #expect(items?.count == 2)
      #expect(try await lookup.items(of: URLTrack(url: try url(server, "/a.wav"))) == nil)
      await #expect(throws: PlayerError.self) {
        try await lookup.items(of: URLTrack(url: try url(server, "/none")))
      }
    }
  }
}
