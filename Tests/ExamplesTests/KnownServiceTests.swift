import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The services that environment variables make", .tags(.pure))
struct KnownServiceTests {
  private func service(_ name: String, _ environment: [String: String]) throws -> any MusicService {
    let known = try #require(knownServices.first { $0.name == name })
    return known.make(ServiceSetup(), environment)
  }

  @Test("names, addresses and variables are unique, and each variable has one help")
  func unique() {
    let names = knownServices.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(serviceAddresses).count == serviceAddresses.count)
    let variables = Set(knownServices.flatMap(\.variables))
    #expect(Set(variables.map(\.name)).count == variables.count)
  }

  @Test(
    "a service is configured by its variables, and not by empty ones",
    arguments: [
      ("apple", ["APPLE_MUSIC_DEVELOPER_TOKEN"]),
      ("spotify", ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"]),
      ("soundcloud", ["SOUNDCLOUD_CLIENT_ID", "SOUNDCLOUD_CLIENT_SECRET"]),
      ("subsonic", ["SUBSONIC_URL", "SUBSONIC_API_KEY"]),
      ("subsonic", ["SUBSONIC_URL", "SUBSONIC_USER", "SUBSONIC_PASSWORD"]),
      ("webdav", ["WEBDAV_URL"]), ("jellyfin", ["JELLYFIN_URL", "JELLYFIN_TOKEN"]),
      ("jellyfin", ["JELLYFIN_URL", "JELLYFIN_USER", "JELLYFIN_PASSWORD"]),
      ("youtube", ["YOUTUBE_API_KEY"]), ("ytdlp", ["YTDLP"]), ("lastfm", ["LASTFM_API_KEY"]),
    ]
  )
  func configured(name: String, variables: [String]) throws {
    var environment: [String: String] = [:]
    for variable in variables {
      #expect(try !service(name, environment).isConfigured, "without \(variable)")
      environment[variable] = variable.hasSuffix("_URL") ? "https://music.example" : "/x"
    }
    #expect(try service(name, environment).isConfigured)
    for variable in variables {
      let empty = environment.merging([variable: ""]) { $1 }
      #expect(try !service(name, empty).isConfigured, "with an empty \(variable)")
    }
    let known = try #require(knownServices.first { $0.name == name })
    #expect(Set(variables).isSubset(of: known.variables.map(\.name)))
  }

  @Test("a sign-in is kept in the user's folder for state, or in the file that a variable names")
  func tokens() throws {
    let id = ["SPOTIFY_CLIENT_ID": "id"]
    let none = try #require(try service("spotify", id) as? any SignInService)
    #expect(none.userSignIn == nil)
    for place in [["HOME": "/nowhere"], ["SPOTIFY_TOKEN_FILE": "/nowhere/tokens"]] {
      let found = try service("spotify", id.merging(place) { $1 }) as? any SignInService
      #expect(found?.userSignIn != nil)
    }
  }

  @Test("an error names the variables to set, if one of them is missing")
  func advice() {
    let lastFM = CatalogService(rawValue: "lastfm")
    let missing = CatalogError(.missingCredential, "It needs a key.", service: lastFM)
    let refused = CatalogError(.unauthorized, "It is refused.", service: lastFM)
    let nobody = CatalogError(.signInRequired, "Nobody is signed in.", service: .spotify)
    #expect(KnownService.advice(missing).contains("LASTFM_API_KEY"))
    #expect(KnownService.advice(PlayerError(missing)).contains("LASTFM_API_SECRET"))
    #expect(KnownService.advice(refused) == "")
    #expect(KnownService.advice(nobody).contains("playerkit login spotify"))
  }

  @Test("variables hold lists, addresses and switches")
  func values() {
    let variables = ServiceVariables([
      "LIST": "mp3, ogg", "URLS": "http://10.0.0.2:8096, https://old.example", "ON": "1",
      "OFF": "0",
      "EMPTY": "",
    ])
    #expect(variables.list("LIST") == ["mp3", "ogg"] && variables.list("NONE").isEmpty)
    #expect(variables.urls("URLS").map { $0.host() } == ["10.0.0.2", "old.example"])
    #expect(variables.isOn("ON") && !variables.isOn("OFF") && !variables.isOn("NONE"))
    #expect(variables["EMPTY"] == nil && variables.file("EMPTY") == nil)
  }
}
