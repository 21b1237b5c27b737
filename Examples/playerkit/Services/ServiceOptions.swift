import ArgumentParser
import Foundation
import PlayerKitServices

/// The addresses of the services, as options of all commands that use services.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .customLong("api"),
    help: ArgumentHelp(
      "Another base URL of a service. Can be repeated.",
      discussion: "Services: \(serviceAddresses.joined(separator: ", ")).",
      valueName: "service=url"
    ),
    transform: Self.address
  )
  var addresses: [ServiceAddress] = []

  @Option(
    name: .customLong("apple-api"),
    help: ArgumentHelp("The Apple Music API's base URL.", valueName: "url"),
    transform: Self.base
  )
  var appleAPI: URL?

  @Option(
    name: .customLong("itunes-api"),
    help: ArgumentHelp("The iTunes Search API's base URL.", valueName: "url"),
    transform: Self.base
  )
  var iTunesAPI: URL?

  @Option(
    name: .customLong("spotify-api"),
    help: ArgumentHelp("The Spotify Web API's base URL.", valueName: "url"),
    transform: Self.base
  )
  var spotifyAPI: URL?

  @Option(
    name: .customLong("spotify-accounts"),
    help: ArgumentHelp("The base URL of Spotify's accounts service.", valueName: "url"),
    transform: Self.base
  )
  var spotifyAccounts: URL?

  @Option(
    name: .customLong("deezer-api"),
    help: ArgumentHelp("The Deezer API's base URL.", valueName: "url"),
    transform: Self.base
  )
  var deezerAPI: URL?

  @Option(
    name: .customLong("yt-dlp"),
    help: ArgumentHelp(
      "Play pages of any site by this yt-dlp; auto: the one on the search path.",
      valueName: "path|auto"
    )
  )
  var ytdlp: String?

  @Option(
    help: ArgumentHelp(
      "Where a track can't be had, these services are asked for the same recording, in this order.",
      discussion: """
        By commas, of \(searchableNames.joined(separator: ", ")). The \
        user's library is looked into for codes and ids first; then MusicBrainz, where \
        \(RecordingLookup.contact.name) is set (\(RecordingLookup.contact.help)).
        """,
      valueName: "services"
    ),
    transform: Self.services
  )
  var fallback: [String] = []

  #if SQLite
    @Option(
      help: ArgumentHelp(
        "The file of the catalog of one's own, instead of the user's; see “playerkit library”.",
        valueName: "file"
      )
    )
    var library: String?
  #endif

  /// Adds these options to the environment that services read.
  func environment(_ environment: [String: String]) -> [String: String] {
    var environment = environment
    if let path = ytdlp { environment["YTDLP"] = path }
    #if SQLite
      let name = "PLAYERKIT_LIBRARY"
      let given = environment[name].flatMap { $0.isEmpty ? nil : $0 }
      environment[name] = library ?? given ?? LibraryOptions.usualPath(environment)
    #endif
    return environment
  }

  /// Throws if MusicBrainz is needed and would not accept the contact.
  func validate() throws {
    let name = RecordingLookup.contact.name
    guard !fallback.isEmpty, let contact = ProcessEnvironment.variables[name],
      !contact.isEmpty
    else { return }
    do throws(CatalogError) {
      _ = try RecordingLookup.agent(contact)
    } catch {
      throw ValidationError("\(name): \(error.message)")
    }
  }

  /// The base addresses of services outside their own hosts.
  var bases: [String: URL] {
    [
      "apple": appleAPI, "itunes": iTunesAPI, "spotify": spotifyAPI,
      "spotify-accounts": spotifyAccounts, "deezer": deezerAPI,
    ].compactMapValues(\.self).merging(addresses.map { ($0.name, $0.url) }) { _, given in given }
  }

  private static func services(_ text: String) throws -> [String] {
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let known = searchableNames
    guard let odd = names.first(where: { !known.contains($0) }) else { return names }
    throw ValidationError("\(odd) is no service; there are \(known.joined(separator: ", "))")
  }

  private static func address(_ text: String) throws -> ServiceAddress {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let names = serviceAddresses
    guard parts.count == 2, names.contains(parts[0]) else {
      throw ValidationError(
        "an address is NAME=URL, with a name of \(names.joined(separator: ", "))"
      )
    }
    return ServiceAddress(name: parts[0], url: try base(parts[1]))
  }

  private static func base(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
    else { throw ValidationError("a base is an http or https URL without a query") }
    return url
  }
}

/// The base address of a service outside its own host.
struct ServiceAddress {
  var name: String
  var url: URL
}
