import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitLibrary
import PlayerKitRemote
import PlayerKitServices

/// Plays a queue under remote control.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Play a queue, and let other programs control it over the network.",
    discussion: """
      Prints one line of JSON with the addresses, then runs until it is interrupted, even if the queue has \
      ended or is empty. With --mpd, programs such as mpc, ncmpcpp and Cantata control it. From other machines, \
      they need the password in PLAYERKIT_MPD_PASSWORD. With --web, a browser shows and controls the queue. From \
      other machines, it needs the token in the printed link (PLAYERKIT_WEB_TOKEN sets it).

      Remote controls may add public http(s) addresses, items of the music services, and items of your own \
      catalog (--library). --allow permits more. Folders of that catalog are watched.

      If $CREDENTIALS_DIRECTORY is set, as by systemd's LoadCredential=, its files are read as environment \
      variables with their names.
      """
  )

  @OptionGroup var options: PlayOptions
  @OptionGroup var services: ServiceOptions

  @Option(
    help: ArgumentHelp(
      "Listen there for MPD clients. Port 0 is any free port.",
      valueName: "address:port"
    )
  )
  var mpd: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "Serve a page for browsers there. Port 0 is any free port.",
      valueName: "address:port"
    )
  )
  var web: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "Another name by which browsers call this machine, such as music.local.",
      valueName: "name"
    )
  )
  var webName: [String] = []

  @Option(
    help: ArgumentHelp(
      "What else remote controls may add: files, private (addresses), sites (any page, with --yt-dlp).",
      valueName: "what"
    )
  )
  var allow: [RemotePermission] = []

  @Option(
    help: ArgumentHelp(
      "Keep stored playlists in this file instead of the user's default file.",
      valueName: "file"
    )
  )
  var playlists: String?

  @Flag(help: "Play the queue that --queue restores at once, from its position.")
  var play = false

  @Argument(help: ArgumentHelp("What to play at first, in this order.", valueName: "item"))
  var items: [String] = []

  func validate() throws {
    guard !remotes.isEmpty else {
      throw ValidationError(
        "No address to listen on is given. Add --mpd ADDRESS:PORT or --web ADDRESS:PORT."
      )
    }
  }

  /// The remote controls to start.
  private var remotes: [RemoteStart] {
    var remotes: [RemoteStart] = []
    if let mpd { remotes.append(MPDFace.start(at: mpd, playlists: playlists)) }
    if let web { remotes.append(WebFace.start(at: web, names: webName)) }
    return remotes
  }

  func run() async throws {
    let watching = watchLibrary()
    defer { watching?.cancel() }
    let services = MusicServices(options: services)
    let interruption = Interruption(terminated: .success)
    let entries = try await interruption.cancelling { [items, options] in
      await options.entries(
        of: items,
        by: ItemReader(services: services, lists: ListItems())
      )
    }
    if !entries.isEmpty { try options.checkIndices(among: entries.count) }
    var playback = Playback(
      options: options,
      entries: entries,
      services: services,
      interruption: interruption
    )
    playback.remotes = options.remotes + remotes
    playback.allowance = RemoteAccessPolicy(allow)
    playback.keepsServing = true
    playback.playsRestored = play
    playback.scrobbles = options.scrobbles
    let status = await playback.run()
    throw ExitCode(status.rawValue)
  }
}

extension ServeCommand {
  /// Watches the folders of your own catalog, if there are any.
  private func watchLibrary() -> Task<Void, Never>? {
    #if SQLite
      let environment = services.environment(ProcessEnvironment.variables)
      guard let path = environment["PLAYERKIT_LIBRARY"] else { return nil }
      let folders = LibraryFolders(commandLine: path)
      guard (try? folders.folders())?.isEmpty == false else { return nil }
      return Task { try? await folders.watch() }
    #else
      return nil
    #endif
  }
}

/// The value of `--allow`.
enum RemotePermission: String, ExpressibleByArgument, CaseIterable {
  case files, `private`, sites
}

extension RemoteAccessPolicy {
  init(_ permissions: [RemotePermission]) {
    self.init()
    files = permissions.contains(.files)
    privateAddresses = permissions.contains(.private)
    unknownSites = permissions.contains(.sites)
  }
}
