import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import TestSupport
import Testing

@testable import PlayerKitWebDAV

@Suite("The client of WebDAV servers", .tags(.pure))
struct WebDAVClientTests {
  private typealias Fixture = WebDAVFixture

  private func address(_ text: String) throws -> WebDAVAddress { try #require(WebDAVAddress(text)) }

  private func account(_ server: String, allowsPlain: Bool = false) throws -> WebDAVAccount {
    WebDAVAccount(
      server: try address(server),
      user: "ann-17",
      password: Fixture.password,
      allowsPlainPassword: allowsPlain
    )
  }

  @Test("a folder is asked for with its slash, for one level, and nothing is changed")
  func asks() async throws {
    let transport = Fixture.transport(["/music/": ["a.mp3", "Sub/"]])
    let client = Fixture.client(transport)
    let found = try await client.contents(of: address("davs://h/music"))
    #expect(found.entries.map(\.name) == ["a.mp3", "Sub"])
    #expect(transport.calls.map(\.request.method.rawValue) == ["PROPFIND"])
    #expect(transport.calls.map(\.request.path) == ["/music/"])
    #expect(transport.calls.first?.request.headerFields[.depth] == "1")
    #expect(transport.calls.first?.request.headerFields[.authorization] == nil)
    #expect(try await client.entry(at: address("davs://h/music")).isFolder)
    #expect(try await !client.entry(at: address("davs://h/music/a.mp3")).isFolder)
  }

  @Test(
    "the password goes to its own server only, and by plain HTTP only if that is allowed",
    arguments: [
      ("davs://h/", "davs://h/x/", false, true), ("davs://h/", "davs://h:8443/x/", false, false),
      ("davs://h/", "dav://h/x/", true, false), ("davs://h/", "davs://evil/x/", false, false),
      ("dav://h/", "dav://h/x/", false, false), ("dav://h/", "dav://h/x/", true, true),
      ("dav://127.0.0.1:8080/", "dav://127.0.0.1:8080/x/", false, true),
      ("dav://127.0.0.1.evil/", "dav://127.0.0.1.evil/x/", false, false),
      ("davs://h/mine/", "davs://h/x/", false, true),
    ]
  )
  func credentials(server: String, folder: String, allowsPlain: Bool, isSent: Bool) async throws {
    let transport = Fixture.transport(["/x/": []])
    let client = Fixture.client(transport, account: try account(server, allowsPlain: allowsPlain))
    _ = try await client.contents(of: address(folder))
    let field = transport.calls.first?.request.headerFields[.authorization]
    let expected = "Basic " + Data("ann-17:\(Fixture.password)".utf8).base64EncodedString()
    #expect(field == (isSent ? expected : nil))
    let source = try WebDAVResolver(client: client).resolveNow(
      WebDAVTrack(address(folder + "a.mp3"))
    )
    #expect(source?.headers == (isSent ? ["Authorization": expected] : [:]))
  }

  @Test("an account shows neither user nor password")
  func redacted() throws {
    let account = try account("davs://h/")
    var dumped = "\(account) \(String(reflecting: account))"
    dump(account, to: &dumped)
    #expect(!dumped.contains("ann-17") && !dumped.contains(Fixture.password))
  }

  @Test(
    "a refusal says what is wrong",
    arguments: [
      (401, CatalogError.Code.unauthorized), (403, .forbidden), (404, .notFound),
      (405, .unavailable), (200, .unavailable), (501, .unavailable), (503, .serverError),
      (302, .malformedReply),
    ]
  )
  func refusals(status: Int, code: CatalogError.Code) async throws {
    let transport = StubTransport { _ in .text("<html/>", status: .init(code: status)) }
    let client = Fixture.client(transport)
    await #expect {
      try await client.contents(of: address("davs://h/"))
    } throws: {
      ($0 as? CatalogError)?.code == code && ($0 as? CatalogError)?.service == .webDAV
    }
  }

  @Test("a folder plays in the order of albums, with titles from its file names")
  func order() async throws {
    let transport = Fixture.transport([
      "/m/": ["10%20Last.mp3", "2%20Second.flac", "cover.jpg", ".hidden.mp3", "Album/", ".trash/"],
      "/m/Album/": ["CD%202/", "CD%201/", "intro.ogg"],
      "/m/Album/CD%201/": ["02%20b.mp3", "01%20a.mp3"], "/m/Album/CD%202/": ["01%20c.mp3"],
    ])
    let folder = WebDAVFolder(client: Fixture.client(transport), address: try address("dav://h/m"))
    let tracks = try await folder.tracks()
    #expect(
      tracks.map(\.metadata.title) == [
        "2 Second.flac", "10 Last.mp3", "intro.ogg", "01 a.mp3", "02 b.mp3", "01 c.mp3",
      ]
    )
    #expect(tracks.suffix(3).map(\.metadata.discNumber) == [1, 1, 2])
    #expect(Set(tracks.suffix(3).map(\.metadata.albumID)).count == 1)
    #expect(tracks.allSatisfy { $0.statedMetadata == TrackMetadata() && $0.isWorthInspecting })
    #expect(transport.calls.count == 4)
  }

  @Test("a server whose folders never end is asked a bounded number of times")
  func endless() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      let names = ["a/", "b/", "song.mp3"]
      return Fixture.reply(
        Fixture.document(names.map { Fixture.apache(path + $0, isFolder: $0.hasSuffix("/")) })
      )
    }
    let folder = WebDAVFolder(client: Fixture.client(transport), address: try address("dav://h/"))
    let tracks = try await folder.tracks()
    #expect(tracks.count == WebDAVFolder.maximumFolders)
    #expect(transport.calls.count == WebDAVFolder.maximumFolders)
    let chain = StubTransport { call in
      let path = call.request.path ?? ""
      return Fixture.reply(
        Fixture.document([
          Fixture.apache(path + "a/", isFolder: true), Fixture.apache(path + "x.mp3"),
        ])
      )
    }
    let deep = WebDAVFolder(client: Fixture.client(chain), address: try address("dav://h/"))
    #expect(try await deep.tracks().count == WebDAVFolder.maximumDepth + 1)
  }

  @Test("a subfolder that can't be read costs itself only, the folder itself fails")
  func partly() async throws {
    let transport = Fixture.transport(["/m/": ["a.mp3", "Secret/"], "/e/": []])
    let client = Fixture.client(transport)
    let tracks = try await WebDAVFolder(client: client, address: address("dav://h/m/")).tracks()
    #expect(tracks.map(\.id) == ["dav://h/m/a.mp3"])
    for path in ["dav://h/none/", "dav://h/e/"] {
      await #expect(throws: (any Error).self) {
        try await WebDAVFolder(client: client, address: address(path)).tracks()
      }
    }
  }

  @Test(
    "a link gives a file without a request, a folder by its files, and a file without a name of audio"
  )
  func tracks() async throws {
    let transport = Fixture.transport(["/m/": ["b.mp3", "a.mp3", "plain"]])
    let service = WebDAVService(client: Fixture.client(transport))
    func ids(_ item: String) async throws -> [String] {
      guard case .link(let link) = MusicReference(item, recognizers: .init([WebDAVLinks()])) else {
        return []
      }
      return try await service.tracks(of: link).map(\.id)
    }
    #expect(try await ids("dav://h/none/x.mp3") == ["dav://h/none/x.mp3"])
    #expect(transport.calls.isEmpty)
    #expect(try await ids("dav://h/m") == ["dav://h/m/a.mp3", "dav://h/m/b.mp3"])
    #expect(try await ids("dav://h/m/plain") == ["dav://h/m/plain"])
    await #expect(throws: CatalogError.self) { try await ids("dav://h/nothing") }
    let entries = try await service.catalog.contents(
      of: MusicLink(service: .webDAV, kind: .folder, id: "dav://h/m/"),
      limit: 10
    ).entries
    #expect(entries.map(\.item) == ["dav://h/m/a.mp3", "dav://h/m/b.mp3"])
  }

  @Test(
    "strangers reach the configured folder only",
    arguments: [
      ("davs://h/music/a.mp3", true), ("davs://h/private/a.mp3", false),
      ("davs://127.0.0.1/a.mp3", false),
      ("davs://h/music2/a.mp3", false), ("dav://h/music/a.mp3", false),
    ]
  )
  func strangers(item: String, isAllowed: Bool) async throws {
    let service = WebDAVService(
      ServiceSetup(network: Fixture.transport([:])),
      server: URL(string: "https://h/music"),
      user: "ann",
      password: "x"
    )
    let restricted = service.restricted(by: RemoteAccessPolicy())
    #expect(
      service.isConfigured
        && !WebDAVService(ServiceSetup(network: Fixture.transport([:]))).isConfigured
    )
    let link = WebDAVLinks.link(try address(item))
    #expect(try await service.tracks(of: link).count == 1)
    if isAllowed {
      #expect(try await restricted.tracks(of: link).count == 1)
    } else {
      await #expect(throws: PlayerError.self) { try await restricted.tracks(of: link) }
    }
  }

  @Test("a stored track has no password, and comes back equal")
  func stored() throws {
    let track = WebDAVTrack(try address("davs://h/m/ä.mp3"), metadata: TrackMetadata(title: "Ä"))
    let data = try JSONEncoder().encode(track)
    #expect(try JSONDecoder().decode(WebDAVTrack.self, from: data) == track)
    let guessed = WebDAVTrack(try address("davs://h/m/ä.mp3"))
    let again = try JSONDecoder().decode(WebDAVTrack.self, from: JSONEncoder().encode(guessed))
    #expect(
      again == guessed && again.metadata.title == "ä.mp3" && again.statedMetadata.title == nil
    )
    let bad = Data(#"{"address":"davs://ann:x@h/","metadata":{},"isGuessed":true}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(WebDAVTrack.self, from: bad) }
  }

  @Test("a folder in a queue stands for its files")
  func expands() async throws {
    let resolver = WebDAVResolver(client: Fixture.client(Fixture.transport(["/m/": ["a.mp3"]])))
    let folder = WebDAVTrack(try address("dav://h/m/"))
    #expect(try resolver.resolveNow(folder) == nil && resolver.cacheKey(of: folder) == nil)
    await #expect {
      try await resolver.resolve(folder)
    } throws: {
      ($0 as? TrackExpansion)?.items.map(\.track.id) == ["dav://h/m/a.mp3"]
    }
    await #expect(throws: PlayerError.self) {
      try await resolver.resolve(WebDAVTrack(address("dav://h/none/")))
    }
    #expect(throws: PlayerError.self) { try resolver.resolveNow(URLTrack(path: "/a.mp3")) }
  }
}
