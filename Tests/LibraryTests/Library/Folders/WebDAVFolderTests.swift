#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitInspection
  import PlayerKitServices
  import PlayerKitSystem
  import PlayerKitWebDAV
  import TestSupport
  import Testing

  @testable import PlayerKitLibrary

  @Suite("Folders of a WebDAV server in a library", .tags(.local), .timeLimit(.minutes(3)))
  struct WebDAVFolderTests {
    private let bench: FolderBench
    private let server: LoopbackServer
    private let files: WebDAVFiles
    private let client: WebDAVClient

    init() throws {
      bench = try FolderBench()
      let files = WebDAVFiles(bench.music)
      self.files = files
      server = try LoopbackServer { files.reply(to: $0) }
      let root = try #require(WebDAVAddress("dav://127.0.0.1:\(server.port)/dav/"))
      client = WebDAVClient(
        account: WebDAVAccount(server: root, user: "ann", password: "secret-17")
      )
    }

    private var folders: LibraryFolders {
      let inspector = MediaInspector(resolvers: [WebDAVResolver(client: client)])
      return LibraryFolders(library: bench.library, inspector: inspector, webDAV: client)
    }

    private var root: String { "dav://127.0.0.1:\(server.port)/dav" }

    @Test("its songs are found by their tags, and the next scan reads what changed only")
    func finds() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Opening Night", artist: "The Example Band", to: "A b/Früh #1.mp3")
      try bench.write("Second", to: "2.mp3")
      try bench.put(Data("no sound".utf8), to: "text.mp3")
      try bench.put(Data("hidden".utf8), to: ".hidden/x.mp3")
      let report = try await folders.add(root + "/")
      #expect(report.songs == 2 && report.unreadable == 1 && report.leftOut == .init())
      let index = try LibraryIndex(path: bench.library)
      let song = try #require(try index.songs(matching: "opening").first)
      #expect(song.path == root + "/A%20b/Fr%C3%BCh%20%231.mp3")
      #expect((song.track as? WebDAVTrack)?.address.name == "Früh #1.mp3")
      #expect(try folders.folders() == [root + "/"] || folders.folders() == [root])
      #expect(try await folders.scan().read == 0)
      try bench.write("Second, changed", to: "2.mp3")
      try bench.delete("A b")
      let next = try await folders.scan()
      #expect(next.read == 1 && next.removed == 1 && next.songs == 1)
      #expect(files.passwords == ["Basic " + Data("ann:secret-17".utf8).base64EncodedString()])
      for name in try FileManager.default.contentsOfDirectory(atPath: bench.scratch.path("")) {
        let data = FileManager.default.contents(atPath: bench.scratch.path(name))
        #expect(data?.range(of: Data("secret-17".utf8)) == nil)
      }
    }

    @Test("a mark that is weak at first and strong later is no change")
    func weakMarks() async throws {
      defer { bench.scratch.remove() }
      try bench.write("New", to: "a.mp3")
      files.isWeak.withLock { $0 = true }
      #expect(try await folders.add(root).read == 1)
      files.isWeak.withLock { $0 = false }
      #expect(try await folders.scan().read == 0)
    }

    @Test("a server that is not there, or answers with nothing, keeps its songs")
    func gone() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Kept", to: "a.mp3")
      try await folders.add(root)
      files.isBroken.withLock { $0 = true }
      let report = try await folders.scan()
      #expect(report.removed == 0 && report.unreadable == 1)
      await #expect(throws: LibraryError.self) { try await folders.add(root) }
      files.isBroken.withLock { $0 = false }
      try bench.delete("a.mp3")
      #expect(try await folders.scan().removed == 0)
      #expect(try bench.titles("kept") == ["Kept"])
      try folders.remove(root)
      #expect(bench.count() == 0)
    }

    @Test("without a client the folder is refused, and one on disk still works")
    func without() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Disk", to: "a.mp3")
      await #expect(throws: LibraryError.self) { try await bench.folders.add(root) }
      try await bench.folders.add(bench.music)
      #expect(bench.count() == 1)
    }
  }

  /// A folder on disk, served by WebDAV below `/dav`.
  private final class WebDAVFiles: Sendable {
    let isBroken = Locked(false)
    let isWeak = Locked(false)
    private let folder: String
    private let seen = Locked<Set<String>>([])

    init(_ folder: String) { self.folder = folder }

    /// The passwords that came.
    var passwords: Set<String> { seen.withLock { $0 } }

    func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
      guard !isBroken.withLock({ $0 }) else { return .status(404) }
      guard let password = request.field("authorization") else { return .status(401) }
      seen.withLock { _ = $0.insert(password) }
      guard request.target.hasPrefix("/dav"),
        let name = request.target.dropFirst(4).removingPercentEncoding
      else { return .status(404) }
      guard request.method == "PROPFIND" else {
        guard let data = FileManager.default.contents(atPath: folder + name) else {
          return .status(404)
        }
        return .part(data, request)
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + name)) ?? []
      let members = [request.target] + names.map { request.target + Self.encoded($0) }
      let body = members.map { response($0) }.joined()
      return LoopbackServer.Reply(
        status: 207,
        headers: ["Content-Type": "text/xml"],
        body: Data("<?xml version=\"1.0\"?><multistatus xmlns=\"DAV:\">\(body)</multistatus>".utf8)
      )
    }

    private func response(_ href: String) -> String {
      let path = folder + (href.dropFirst(4).removingPercentEncoding ?? "")
      let facts = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
      let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
      let date = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let mark = isWeak.withLock { $0 } ? "W/" : ""
      return """
        <response><href>\(href)</href><propstat><prop>
        <resourcetype>\(isFolder ? "<collection/>" : "")</resourcetype>
        <getcontentlength>\(facts[.size] as? Int ?? 0)</getcontentlength><getetag>\(mark)"\(date)"</getetag>
        </prop><status>HTTP/1.1 200 OK</status></propstat></response>
        """
    }

    private static func encoded(_ name: String) -> String {
      name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
    }
  }
#endif
