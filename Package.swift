// swift-tools-version: 6.2

import PackageDescription

// Debian's libmpv lies on the default paths; Homebrew's does not.
// On a disk that does not tell case apart, as macOS has them, modules `playerkit` and `PlayerKit` are
// one file: there the tool gets its name from a product.
#if os(macOS)
  let mpvPkgConfig: String? = "mpv"
  let toolName = "PlayerKitTool"
  let toolProducts: [Product] = [.executable(name: "playerkit", targets: [toolName])]
#else
  let mpvPkgConfig: String? = nil
  let toolName = "playerkit"
  let toolProducts: [Product] = []
#endif

// What only a Linux desktop has.
#if os(Linux)
  let desktop: [Target.Dependency] = ["PlayerKitMPRIS"]
#else
  let desktop: [Target.Dependency] = []
#endif

let crypto = Target.Dependency.product(
  name: "Crypto",
  package: "swift-crypto",
  condition: .when(traits: ["Crypto"])
)
let flyingSocks = Target.Dependency.product(
  name: "FlyingSocks",
  package: "FlyingFox",
  condition: .when(traits: ["Server"])
)
let grdb = Target.Dependency.product(
  name: "GRDB",
  package: "GRDB.swift",
  condition: .when(traits: ["SQLite"])
)
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// A service's room: its client, models, tracks, players, links and storing. A target and a product of
/// its own, so that an app with one service builds no other.
struct Service {
  var name: String
  var dependencies: [Target.Dependency] = []

  var target: Target {
    .target(
      name: "PlayerKit" + name,
      dependencies: [
        "PlayerKit", "PlayerKitServices", "PlayerKitSystem",
        httpTypes,
        logging,
      ] + dependencies,
      path: "Sources/Services/" + name
    )
  }

  /// Other rooms whose types an app needs for this one.
  var companions: [String] = []

  var product: Product {
    .library(name: "PlayerKit" + name, targets: ["PlayerKit" + name] + companions)
  }
}

let services = [
  Service(name: "ITunes"),
  Service(
    name: "AppleMusic",
    dependencies: [
      "PlayerKitITunes",
      crypto,
    ],
    companions: ["PlayerKitITunes"]
  ),
  Service(name: "Spotify"),
  Service(name: "Deezer"),
  Service(name: "SoundCloud", dependencies: ["PlayerKitHTTP"]),
  Service(name: "Subsonic", dependencies: ["PlayerKitHTTP"]),
  Service(name: "Jellyfin"),
  Service(
    name: "Podcasts",
    dependencies: ["PlayerKitCXML", "PlayerKitHTTP", "PlayerKitITunes", "PlayerKitPlaylists"],
    companions: ["PlayerKitITunes"]
  ),
  Service(name: "WebDAV", dependencies: ["PlayerKitPlaylists"]),
  Service(name: "YTDLP", dependencies: ["PlayerKitHTTP"]),
  Service(name: "YouTube"),
  Service(name: "Radio", dependencies: ["PlayerKitHTTP"]),
  Service(name: "InternetArchive"),
  Service(name: "LastFM"),
  Service(name: "ListenBrainz"),
  Service(name: "MusicBrainz"),
]

let package = Package(
  name: "PlayerKit",
  // Only platforms that continuous integration builds. Linux needs no line.
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PlayerKit", targets: ["PlayerKit"]),
    .library(name: "PlayerKitMedia", targets: ["PlayerKitMedia"]),
    .library(name: "PlayerKitHTTP", targets: ["PlayerKitHTTP"]),
    .library(name: "PlayerKitMPV", targets: ["PlayerKitMPV"]),
    .library(name: "PlayerKitInspection", targets: ["PlayerKitInspection"]),
    .library(name: "PlayerKitPlaylists", targets: ["PlayerKitPlaylists"]),
    .library(name: "PlayerKitLoopbackSignIn", targets: ["PlayerKitLoopbackSignIn"]),
    .library(name: "PlayerKitRemote", targets: ["PlayerKitRemote"]),
    .library(name: "PlayerKitPagePlayers", targets: ["PlayerKitPagePlayers"]),
    .library(name: "PlayerKitServices", targets: ["PlayerKitServices"]),
    .library(name: "PlayerKitAllServices", targets: services.map(\.target.name)),
    .library(name: "PlayerKitSQLite", targets: ["PlayerKitSQLite"]),
    .library(name: "PlayerKitRooms", targets: ["PlayerKitRooms"]),
    .library(name: "PlayerKitDiscovery", targets: ["PlayerKitDiscovery"]),
    .library(name: "PlayerKitScrobbling", targets: ["PlayerKitScrobbling"]),
    .library(name: "PlayerKitLibrary", targets: ["PlayerKitLibrary"]),
    .library(name: "PlayerKitTesting", targets: ["PlayerKitTesting"]),
    .library(name: "PlayerKitServicesTesting", targets: ["PlayerKitServicesTesting"]),
  ] + services.map(\.product) + toolProducts,
  traits: [
    .trait(name: "Crypto", description: "Developer tokens signed from a .p8 key, by swift-crypto."),
    .trait(name: "SQLite", description: "Queues kept in an SQLite database, by GRDB."),
    .trait(
      name: "Server",
      description: "A sign-in's way back from the browser, and remote controls, by FlyingFox."
    ),
    .trait(
      name: "Inspection",
      description: "The inspector of tags, by libavformat and TagLib, and of charsets, by uchardet."
    ),
    .default(enabledTraits: ["Crypto", "SQLite", "Server", "Inspection"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    // What all targets need once: lock, threads.
    .target(name: "PlayerKitSystem"),
    .target(name: "PlayerKit", dependencies: ["PlayerKitSystem"]),
    .systemLibrary(
      name: "PlayerKitCMPV",
      pkgConfig: mpvPkgConfig,
      providers: [.apt(["libmpv-dev"]), .brew(["mpv"])]
    ),
    .systemLibrary(
      name: "PlayerKitCCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .systemLibrary(
      name: "PlayerKitCXML",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
    ),
    .systemLibrary(
      name: "PlayerKitCUchardet",
      pkgConfig: "uchardet",
      providers: [.apt(["libuchardet-dev"]), .brew(["uchardet"])]
    ),
    .systemLibrary(
      name: "PlayerKitCAVFormat",
      pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev"]), .brew(["ffmpeg"])]
    ),
    .systemLibrary(
      name: "PlayerKitLibTag",
      pkgConfig: "taglib",
      providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]
    ),
    // TagLib behind C.
    .target(
      name: "PlayerKitCTagLib",
      dependencies: ["PlayerKitLibTag"]
    ),
    // Lists of media, read and written.
    .target(
      name: "PlayerKitPlaylists",
      dependencies: [
        "PlayerKit", "PlayerKitCXML", "PlayerKitSystem",
        .target(name: "PlayerKitCUchardet", condition: .when(traits: ["Inspection"])),
      ],
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
    ),
    // HTTP, below loader and catalogs: libcurl where it can be had; retries, rate limits, caching.
    .target(
      name: "PlayerKitHTTP",
      dependencies: [
        "PlayerKit",
        .target(name: "PlayerKitCCurl", condition: .when(platforms: [.linux, .macOS])),
        "PlayerKitSystem",
        httpTypes,
      ]
    ),
    // Bytes: files and http, and what the headers of media formats say.
    .target(
      name: "PlayerKitMedia",
      dependencies: [
        "PlayerKit", "PlayerKitHTTP", "PlayerKitPlaylists", "PlayerKitSystem",
        httpTypes,
      ]
    ),
    .target(
      name: "PlayerKitMPV",
      dependencies: [
        "PlayerKit", "PlayerKitCMPV", "PlayerKitMedia", "PlayerKitSystem",
        .target(name: "PlayerKitInspection", condition: .when(traits: ["Inspection"])),
        logging,
      ]
    ),
    // What is in media, without playing it.
    .target(
      name: "PlayerKitInspection",
      dependencies: [
        "PlayerKit", "PlayerKitCAVFormat", "PlayerKitCTagLib", "PlayerKitMedia",
        "PlayerKitPlaylists", "PlayerKitSystem",
      ]
    ),
    // What every service is made of: requests, lists, links, matching, resolving, discovery.
    .target(
      name: "PlayerKitServices",
      dependencies: [
        "PlayerKit", "PlayerKitHTTP", "PlayerKitSystem",
        httpTypes,
        logging,
      ]
    ),
    // The browser's way back from a sign-in, for tools and desktop apps.
    .target(
      name: "PlayerKitLoopbackSignIn",
      dependencies: [
        "PlayerKit", "PlayerKitServices", "PlayerKitSystem", "PlayerKitWebServer",
      ]
    ),
    // A small web server for pages that talk by a WebSocket.
    .target(
      name: "PlayerKitWebServer",
      dependencies: ["PlayerKitSystem", flyingSocks],
      resources: [.embedInCode("Resources")]
    ),
    // The queue from outside: over the network, in the browser.
    .target(
      name: "PlayerKitRemote",
      dependencies: [
        "PlayerKit", "PlayerKitMedia", "PlayerKitServices", "PlayerKitSystem",
        "PlayerKitWebServer",
        logging,
      ],
      resources: [.embedInCode("Resources/web")]
    ),
    // The services' own players, in a browser page.
    .target(
      name: "PlayerKitPagePlayers",
      dependencies: [
        "PlayerKit", "PlayerKitAppleMusic", "PlayerKitITunes", "PlayerKitServices",
        "PlayerKitSpotify", "PlayerKitSystem", "PlayerKitWebServer", "PlayerKitYouTube",
      ],
      resources: [.embedInCode("Resources/page")]
    ),
    .target(
      name: "PlayerKitSQLite",
      dependencies: [
        "PlayerKit",
        grdb,
      ]
    ),
    // A catalog of one's own: dumps of metadata, searched here.
    .target(
      name: "PlayerKitLibrary",
      dependencies: [
        "PlayerKit", "PlayerKitServices", "PlayerKitSystem", "PlayerKitWebDAV",
        grdb,
      ]
    ),
    // Tells services what was heard, where that was asked for.
    .target(
      name: "PlayerKitScrobbling",
      dependencies: [
        "PlayerKit", "PlayerKitSQLite", "PlayerKitServices", "PlayerKitSystem",
        grdb,
      ]
    ),
    // Rooms that play in step: a snapserver, steered and fed. No engine.
    .target(name: "PlayerKitRooms", dependencies: ["PlayerKit", "PlayerKitSystem"]),
    // What to play next: an artist's songs, similar ones, queues that go on.
    .target(
      name: "PlayerKitDiscovery",
      dependencies: [
        "PlayerKit", "PlayerKitServices", "PlayerKitSystem",
        logging,
      ]
    ),
    .target(name: "PlayerKitTesting", dependencies: ["PlayerKit", "PlayerKitSystem"]),
    .target(
      name: "PlayerKitServicesTesting",
      dependencies: [
        "PlayerKit", "PlayerKitServices", "PlayerKitSystem", "PlayerKitTesting",
        httpTypes,
      ]
    ),

    // Shares nothing with the clients: what they get wrong, it must not get wrong the same way.
    .target(
      name: "PlayerKitServiceSimulator",
      dependencies: [
        "PlayerKitSystem",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Resources/README.md"],
      resources: [.copy("Resources/previews")]
    ),

    .target(
      name: "PlayerKitCLI",
      dependencies: [
        "PlayerKit", "PlayerKitDiscovery", "PlayerKitInspection", "PlayerKitLibrary",
        "PlayerKitLoopbackSignIn", "PlayerKitMPV", "PlayerKitMedia", "PlayerKitPlaylists",
        "PlayerKitPagePlayers", "PlayerKitRemote", "PlayerKitRooms", "PlayerKitSQLite",
        "PlayerKitScrobbling", "PlayerKitServiceSimulator", "PlayerKitServices",
        "PlayerKitSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        logging,
      ] + desktop + services.map { .target(name: $0.target.name) },
      path: "Examples/playerkit",
      exclude: ["Resources/README.md", "Tool"],
      resources: [
        .copy("Resources/first-light-1.flac"), .copy("Resources/first-light-2.flac"),
        .copy("Resources/paper-boats.mp3"), .copy("Resources/undertow.m4a"),
        .copy("Resources/undertow.m3u8"), .copy("Resources/undertow.m4s"),
      ]
    ),

    .executableTarget(
      name: toolName,
      dependencies: ["PlayerKitCLI"],
      path: "Examples/playerkit/Tool",
      plugins: ["NoteCommit"]
    ),
    .plugin(name: "NoteCommit", capability: .buildTool()),

    .executableTarget(
      name: "play-url",
      dependencies: ["PlayerKit", "PlayerKitMPV"],
      path: "Examples/play-url"
    ),
    .executableTarget(
      name: "observe-queue",
      dependencies: ["PlayerKit", "PlayerKitMPV"],
      path: "Examples/observe-queue"
    ),
    .executableTarget(
      name: "now-playing",
      dependencies: ["PlayerKit", "PlayerKitInspection", "PlayerKitMPV", "PlayerKitMedia"],
      path: "Examples/now-playing"
    ),
    .executableTarget(
      name: "find-and-play",
      dependencies: [
        "PlayerKit", "PlayerKitAppleMusic", "PlayerKitITunes", "PlayerKitMPV", "PlayerKitServices",
      ],
      path: "Examples/find-and-play"
    ),
    .executableTarget(
      name: "token-swap",
      dependencies: [
        "PlayerKitServices", "PlayerKitSpotify",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Examples/token-swap"
    ),
    .executableTarget(
      name: "party-queue",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitTesting"],
      path: "Examples/party-queue"
    ),
    .executableTarget(
      name: "endless-radio",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitTesting"],
      path: "Examples/endless-radio"
    ),
    .executableTarget(
      name: "alarm-clock",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitTesting"],
      path: "Examples/alarm-clock"
    ),
    .executableTarget(
      name: "kitchen-radio",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitTesting"],
      path: "Examples/kitchen-radio"
    ),
    .executableTarget(
      name: "podcast-player",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitPodcasts", "PlayerKitTesting"],
      path: "Examples/podcast-player"
    ),
    .testTarget(
      name: "TestingAnApp",
      dependencies: ["PlayerKit", "PlayerKitTesting"],
      path: "Examples/testing-an-app"
    ),

    // What the tests of several targets share: servers, makers of media, stubs, the kinds of tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "PlayerKit", "PlayerKitMedia", "PlayerKitServices", "PlayerKitServicesTesting",
        "PlayerKitSystem", "PlayerKitTesting",
        httpTypes, logging,
      ],
      path: "Tests/Support"
    ),
    // Kills processes that write, and gives damaged input to readers. Tests run it.
    .executableTarget(
      name: "Torture",
      dependencies: [
        "PlayerKit", "PlayerKitInspection", "PlayerKitLastFM", "PlayerKitLibrary",
        "PlayerKitListenBrainz", "PlayerKitMPV", "PlayerKitMedia", "PlayerKitPodcasts",
        "PlayerKitSQLite", "PlayerKitScrobbling", "PlayerKitServiceSimulator", "PlayerKitServices",
        "PlayerKitSystem", "PlayerKitTesting", "TestSupport",
        grdb,
      ],
      path: "Tests/Torture"
    ),
    .testTarget(
      name: "PlayerKitTests",
      dependencies: ["PlayerKit", "PlayerKitSystem", "PlayerKitTesting", "TestSupport"]
    ),
    // What needs a database, and what is made of several services.
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "PlayerKit", "PlayerKitAppleMusic", "PlayerKitDeezer", "PlayerKitDiscovery",
        "PlayerKitITunes", "PlayerKitInspection", "PlayerKitLastFM", "PlayerKitLibrary",
        "PlayerKitListenBrainz", "PlayerKitMedia", "PlayerKitMusicBrainz", "PlayerKitSQLite",
        "PlayerKitScrobbling", "PlayerKitServiceSimulator", "PlayerKitServices",
        "PlayerKitServicesTesting", "PlayerKitSpotify", "PlayerKitSubsonic", "PlayerKitSystem",
        "PlayerKitTesting", "PlayerKitWebDAV", "TestSupport", "Torture",
        grdb,
        httpTypes,
      ],
      exclude: ["Discovery/Songs/Labelled", "Library/Relevance"]
    ),
    .testTarget(
      name: "MediaTests",
      dependencies: [
        "PlayerKit", "PlayerKitHTTP", "PlayerKitInspection", "PlayerKitMedia", "PlayerKitPlaylists",
        "PlayerKitSystem", "PlayerKitTesting", "TestSupport", "Torture",
        httpTypes,
      ]
    ),
    .testTarget(
      name: "PlayerKitMPVTests",
      dependencies: [
        "PlayerKit", "PlayerKitInspection", "PlayerKitMPV", "PlayerKitMedia", "PlayerKitSystem",
        "PlayerKitTesting", "TestSupport", "Torture",
      ]
    ),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "PlayerKit", "PlayerKitHTTP", "PlayerKitLoopbackSignIn", "PlayerKitMedia",
        "PlayerKitPlaylists", "PlayerKitServiceSimulator", "PlayerKitServices",
        "PlayerKitServicesTesting", "PlayerKitSystem", "PlayerKitTesting", "PlayerKitWebServer",
        "TestSupport",
        crypto, flyingSocks, httpTypes, logging,
      ] + services.map { .target(name: $0.target.name) },
      exclude: ["PlayerKitServices/Matching/Sealed"]
    ),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "PlayerKit", "PlayerKitAppleMusic", "PlayerKitITunes", "PlayerKitMPV", "PlayerKitMedia",
        "PlayerKitPagePlayers", "PlayerKitRemote", "PlayerKitRooms", "PlayerKitServiceSimulator",
        "PlayerKitServices", "PlayerKitServicesTesting", "PlayerKitSpotify", "PlayerKitSystem",
        "PlayerKitTesting", "PlayerKitWebServer", "PlayerKitYouTube", "TestSupport",
        flyingSocks,
      ] + desktop,
      exclude: desktop.isEmpty ? ["MPRIS"] : []
    ),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "PlayerKitServiceSimulator", "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "PlayerKit", "PlayerKitAppleMusic", "PlayerKitCLI", "PlayerKitMPV", "PlayerKitRooms",
        "PlayerKitSQLite", "PlayerKitServiceSimulator", "PlayerKitServices", "PlayerKitSpotify",
        "PlayerKitSystem", "TestSupport",
        .target(name: toolName), "alarm-clock", "endless-radio", "kitchen-radio", "now-playing",
        "party-queue", "podcast-player", "token-swap",
      ],
      resources: [.copy("Fixtures/seam-first.flac")]
    ),
  ] + services.map(\.target),
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The desktop, where there is D-Bus.
#if os(Linux)
  package.products.append(.library(name: "PlayerKitMPRIS", targets: ["PlayerKitMPRIS"]))
  package.targets += [
    .systemLibrary(
      name: "PlayerKitCSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    .target(
      name: "PlayerKitMPRIS",
      dependencies: [
        "PlayerKit", "PlayerKitCSystemd", "PlayerKitSystem",
      ]
    ),
  ]
#endif
