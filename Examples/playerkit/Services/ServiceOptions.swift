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

  private static func base(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
    else { throw ValidationError("a base is an http or https URL without a query") }
    return url
  }
}
