#if Server
  import Foundation
  import PlayerKit
  import PlayerKitAppleMusic
  import PlayerKitITunes
  import PlayerKitPagePlayers
  import PlayerKitServices
  import PlayerKitSpotify
  import PlayerKitSystem
  import PlayerKitYouTube

  /// The page in which the services' own players play, for `--page`.
  struct PlayerPage: RemoteFace {
    private let host: PageHost
    private let server: PageServer
    private let opener: URL?

    /// - Parameters:
    ///   - port: The port; 0 for any free one.
    ///   - opensBrowser: Whether to open the page in the user's browser, and to wait for it.
    static func start(
      port: UInt16,
      opensBrowser: Bool,
      services: MusicServices,
      environment: [String: String]
    ) async throws(PlayerError) -> PlayerPage {
      var configuration = PageHost.Configuration()
      configuration.accounts = accounts(environment, services)
      if opensBrowser { configuration.pageTimeout = .seconds(60) }
      let host = PageHost(configuration: configuration)
      let server: PageServer
      do {
        server = try await PageServer.start(host, configuration: .init(port: port))
      } catch {
        throw PlayerError(.outputFailed, "--page: the port is used by another program.")
      }
      guard opensBrowser else { return PlayerPage(host: host, server: server, opener: nil) }
      do {
        let opener = try Opener.write(link: server.link)
        let page = PlayerPage(host: host, server: server, opener: opener)
        do {
          try await Browser(environment: environment).open(opener)
        } catch {
          await page.close()
          throw error
        }
        return page
      } catch {
        throw PlayerError(
          .noPage,
          "The player page can't be opened. Set BROWSER to a browser, or open the link that "
            + "“serve --page” or “login apple --show-urls” prints."
        )
      }
    }

    private static func accounts(
      _ environment: [String: String],
      _ services: MusicServices
    ) -> PageAccounts {
      var accounts = PageAccounts()
      if let token = environment["APPLE_MUSIC_DEVELOPER_TOKEN"].flatMap({ try? DeveloperToken($0) })
      {
        accounts.appleMusic = StaticDeveloperTokenProvider(token)
      }
      let apple = environment["APPLE_MUSIC_USER_TOKEN"].flatMap { try? MusicUserToken($0) }
      if let apple { accounts.appleMusicUser = RequestedUserTokenProvider { _ in apple } }
      let spotify = services.all.lazy.compactMap { $0 as? SpotifyService }.first
      if let user = spotify?.user { accounts.useSpotify(user.client, tokens: user.tokens) }
      return accounts
    }

    /// Lets the user sign in to Apple Music in the page.
    func signInToAppleMusic() async throws -> AppleMusicSignIn {
      try await host.signInToAppleMusic()
    }

    /// The players of the page.
    var players: [any Player] {
      [
        MusicKitPagePlayer(host: host), YouTubePagePlayer(host: host),
        SpotifyPagePlayer(host: host), HTMLPagePlayer(host: host),
      ]
    }

    /// Returns the item for a YouTube link or `youtube:ID`; `nil` for anything else.
    static func item(_ text: String) -> QueueItem? {
      let name = text.hasPrefix("youtube:") ? String(text.dropFirst("youtube:".count)) : text
      guard name != text || text.hasPrefix("http") else { return nil }
      let position = YouTubeLinks().startPosition(in: LinkParts(text)) ?? .zero
      return YouTubeTrack(name).map { QueueItem($0, startingAt: position) }
    }

    /// Returns an item that the page plays in full, if it can.
    static func preferring(_ item: QueueItem) -> QueueItem {
      let track: any Track
      switch item.track {
      case let song as AppleMusicTrack: track = AppleMusicPageTrack(song)
      case var song as SpotifyTrack:
        song.basicPlayerTypes.insert(.spotifyPage, at: 0)
        track = song
      default: return item
      }
      return QueueItem(
        track,
        startingAt: item.startPosition,
        clip: item.clip,
        rate: item.rate,
        section: item.section,
        userInfo: item.userInfo
      )
    }

    var addresses: (name: String, addresses: [String])? { ("page", [server.link]) }

    func close() async {
      await host.finish()
      await server.stop()
      if let opener {
        try? FileManager.default.removeItem(at: opener.deletingLastPathComponent())
      }
    }
  }

  /// A file that leads a browser to the page. The page's address contains a secret, and other users
  /// of the machine can read the arguments of a program.
  private enum Opener {
    static func write(link: String) throws -> URL {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "playerkit-page-\(UUID().uuidString)", directoryHint: .isDirectory)
      PrivateFiles.makeFolder(folder.path)
      let page = """
        <!doctype html><meta charset="utf-8"><title>PlayerKit</title>
        <meta http-equiv="refresh" content="0; url=\(link)">
        """
      let file = folder.appending(path: "open.html")
      try PrivateFiles.replace(file.path, with: Array(page.utf8))
      return file
    }
  }
#else
  import PlayerKit
  import PlayerKitRemote
  import PlayerKitServices

  /// There is no page without the trait Server.
  struct PlayerPage: RemoteFace {
    static func start(
      port: UInt16,
      opensBrowser: Bool,
      services: MusicServices,
      environment: [String: String]
    ) async throws(PlayerError) -> PlayerPage {
      throw PlayerError(.outputFailed, "--page: this program was built without the trait Server.")
    }

    let players: [any Player] = []

    static func item(_ text: String) -> QueueItem? { nil }

    static func preferring(_ item: QueueItem) -> QueueItem { item }

    func close() async {}
  }
#endif
