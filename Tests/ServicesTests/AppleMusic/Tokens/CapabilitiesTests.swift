import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("Capabilities", .tags(.pure))
struct CapabilitiesTests {
  typealias Signal = AppleMusic.CapabilitySignal

  static let nothing = AppleMusic.Capabilities()
  static let catalog = AppleMusic.Capabilities(canReadCatalog: true)
  static let noToken = AppleMusic.Capabilities(
    canReadCatalog: false,
    canPlayCatalogContent: false,
    canAddToLibrary: false
  )
  static let signedOut = AppleMusic.Capabilities(
    canReadCatalog: true,
    canPlayCatalogContent: false,
    canAddToLibrary: false
  )
  static let subscriber = AppleMusic.Capabilities(
    canReadCatalog: true,
    canPlayCatalogContent: true,
    canAddToLibrary: true,
    canBecomeSubscriber: false
  )
  /// Either no subscription, or one without a library. The service does not say which.
  static let noLibrary = AppleMusic.Capabilities(canReadCatalog: true, canAddToLibrary: false)

  static let stories: [([Signal], AppleMusic.Capabilities)] = [
    ([], nothing),
    ([.userTokenMissing], nothing),
    ([.developerTokenAccepted], catalog),
    ([.developerTokenRefused], noToken),
    ([.developerTokenAccepted, .userTokenAccepted], catalog),
    ([.developerTokenAccepted, .userTokenMissing], signedOut),
    ([.developerTokenAccepted, .userTokenRefused], signedOut),
    ([.developerTokenAccepted, .libraryAccepted], subscriber),
    ([.developerTokenAccepted, .libraryAccepted, .userTokenAccepted], subscriber),
    ([.developerTokenAccepted, .libraryAccepted, .libraryRefused], noLibrary),
    ([.developerTokenAccepted, .libraryRefused, .userTokenAccepted], noLibrary),
    ([.developerTokenAccepted, .libraryRefused, .userTokenRefused], signedOut),
    ([.developerTokenAccepted, .userTokenRefused, .userTokenAccepted], catalog),
    ([.developerTokenAccepted, .libraryAccepted, .developerTokenRefused], noToken),
    (
      [
        .developerTokenAccepted, .libraryAccepted, .developerTokenRefused, .developerTokenAccepted,
      ], subscriber
    ),
  ]

  @Test("follow from recorded signals", arguments: stories)
  func follow(signals: [Signal], expected: AppleMusic.Capabilities) {
    var machine = AppleMusic.CapabilitiesStateMachine()
    for signal in signals { _ = machine.record(signal) }
    #expect(machine.capabilities == expected)
    #expect(machine.capabilities.hasCloudLibraryEnabled == expected.canAddToLibrary)
  }

  @Test("are reported if and only if they change, after any three signals")
  func changeOnly() {
    for first in Signal.allCases {
      for second in Signal.allCases {
        for third in Signal.allCases {
          var machine = AppleMusic.CapabilitiesStateMachine()
          for signal in [first, second, third] {
            let before = machine.capabilities
            let told = machine.record(signal)
            #expect(told == (machine.capabilities == before ? nil : machine.capabilities))
            #expect(machine.record(signal) == nil)
          }
        }
      }
    }
  }

  static let answers: [(String, Int, [String], [Signal])] = [
    ("/v1/test", 200, [], [.developerTokenAccepted]),
    ("/v1/catalog/us/songs/1", 404, [], [.developerTokenAccepted]),
    ("/v1/catalog/us/songs?ids=1", 401, [], [.developerTokenRefused]),
    ("/v1/catalog/us/songs", 403, [], []),
    ("/v1/catalog/us/me/library", 403, [], []),
    ("/v1/me/storefront", 200, [], [.developerTokenAccepted, .userTokenAccepted]),
    ("/v1/me/storefront", 403, ["40300"], [.developerTokenAccepted, .userTokenRefused]),
    ("/v1/me/storefront", 401, [], [.userTokenRefused]),
    ("/v1/me/storefront", 404, [], [.developerTokenAccepted, .userTokenAccepted]),
    ("/v1/me/library/songs", 404, ["40400"], [.developerTokenAccepted, .userTokenAccepted]),
    (
      "/v1/me/library/songs?limit=1", 404, ["40403"],
      [.developerTokenAccepted, .userTokenAccepted, .libraryAccepted]
    ),
    (
      "/v1/me/library/songs?limit=1", 200, [],
      [.developerTokenAccepted, .userTokenAccepted, .libraryAccepted]
    ),
    (
      "/v1/me/library?ids[songs]=1", 202, [],
      [.developerTokenAccepted, .userTokenAccepted, .libraryAccepted]
    ),
    (
      "/v1/me/library", 400, ["40005", "40015"],
      [.developerTokenAccepted, .userTokenAccepted, .libraryRefused]
    ),
    ("/v1/me/library", 400, ["40005"], []),
    ("/v1/catalog/us/songs", 400, ["40015"], []),
    ("/v1/me/library", 500, [], []), ("/v1/me", 429, [], []),
    ("", 200, [], [.developerTokenAccepted]),
    ("", -7, [], []),
  ]

  @Test("are read from ordinary answers", arguments: answers)
  func readAnswers(path: String, status: Int, codes: [String], expected: [Signal]) {
    #expect(Signal.signals(path: path, status: status, codes: codes) == expected)
  }
}
