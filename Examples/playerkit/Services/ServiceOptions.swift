import ArgumentParser
import Foundation

/// Where the services are; options that all commands share which ask services.
struct ServiceOptions: ParsableArguments {
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

  private static func base(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
    else { throw ValidationError("a base is an http or https URL without a query") }
    return url
  }
}
