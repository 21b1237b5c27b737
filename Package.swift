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
        "Locking", "MusicCatalog", "PlayerKit", "ServiceKit",
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
    dependencies: ["PlayerKitITunes", crypto],
    companions: ["PlayerKitITunes"]
  ),
  Service(name: "Spotify", dependencies: [crypto]),
  Service(name: "Deezer"),
  Service(name: "SoundCloud", dependencies: ["HTTPFetching", crypto]),
  Service(name: "Subsonic", dependencies: ["HTTPFetching"]),
  Service(
    name: "Podcasts",
    dependencies: ["CXML", "HTTPFetching", "PlayerKitITunes", "PlayerKitPlaylists"],
    companions: ["PlayerKitITunes"]
  ),
  Service(name: "YTDLP", dependencies: ["HTTPFetching"]),
  Service(name: "Radio", dependencies: ["HTTPFetching"]),
  Service(name: "InternetArchive"),
  Service(name: "LastFM", dependencies: [crypto]),
  Service(name: "ListenBrainz"),
  Service(name: "MusicBrainz"),
]

let package = Package(
  name: "PlayerKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PlayerKit", targets: ["PlayerKit"]),
    .library(name: "MusicCatalog", targets: ["MusicCatalog"]),
    .library(name: "MediaLoading", targets: ["MediaLoading"]),
    .library(name: "PlayerKitMPV", targets: ["PlayerKitMPV"]),
    .library(name: "MediaInspection", targets: ["MediaInspection"]),
    .library(name: "PlayerKitPlaylists", targets: ["PlayerKitPlaylists"]),
    .library(name: "LoopbackSignIn", targets: ["LoopbackSignIn"]),
    .library(name: "PlayerKitRemote", targets: ["PlayerKitRemote"]),
    .library(name: "ServiceKit", targets: ["ServiceKit"]),
    .library(name: "PlayerKitServices", targets: services.map(\.target.name)),
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
    // One lock for the two roots below, which know nothing of each other.
    .target(name: "Locking"),
    .target(name: "PlayerKit", dependencies: ["Locking"]),
    .target(
      name: "MusicCatalog",
      dependencies: [
        "HTTPFetching", "Locking",
        httpTypes,
        logging,
      ]
    ),
    .systemLibrary(
      name: "CMPV",
      pkgConfig: mpvPkgConfig,
      providers: [.apt(["libmpv-dev"]), .brew(["mpv"])]
    ),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .systemLibrary(
      name: "CXML",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
    ),
    .systemLibrary(
      name: "CUchardet",
      pkgConfig: "uchardet",
      providers: [.apt(["libuchardet-dev"]), .brew(["uchardet"])]
    ),
    .systemLibrary(
      name: "CAVFormat",
      pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev"]), .brew(["ffmpeg"])]
    ),
    .systemLibrary(
      name: "LibTag",
      pkgConfig: "taglib",
      providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]
    ),
    // TagLib behind C.
    .target(
      name: "CTagLib",
      dependencies: ["LibTag"],
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
    ),
    // Lists of media, read and written.
    .target(
      name: "PlayerKitPlaylists",
      dependencies: [
        "CXML", "Locking", "PlayerKit",
        .target(name: "CUchardet", condition: .when(traits: ["Inspection"])),
      ],
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
    ),
    // HTTP, below loader and catalogs: libcurl where it can be had.
    .target(
      name: "HTTPFetching",
      dependencies: [
        .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])), "Locking",
        httpTypes,
      ]
    ),
    // Bytes: files and http, and what the headers of media formats say.
    .target(
      name: "MediaLoading",
      dependencies: [
        "HTTPFetching", "Locking", "PlayerKit", "PlayerKitPlaylists",
        httpTypes,
      ]
    ),
    .target(
      name: "PlayerKitMPV",
      dependencies: [
        "Locking", "MediaLoading", "PlayerKit", "CMPV",
        .target(name: "MediaInspection", condition: .when(traits: ["Inspection"])),
        logging,
      ]
    ),
    // What is in media, without playing it.
    .target(
      name: "MediaInspection",
      dependencies: [
        "CAVFormat", "CTagLib", "Locking", "MediaLoading", "PlayerKit", "PlayerKitPlaylists",
      ]
    ),
    // What services are made of where a catalog meets playback.
    .target(
      name: "ServiceKit",
      dependencies: [
        "HTTPFetching", "Locking", "PlayerKit", "MusicCatalog",
        logging,
      ]
    ),
    // The browser's way back from a sign-in, for tools and desktop apps.
    .target(
      name: "LoopbackSignIn",
      dependencies: [
        "Locking", "MusicCatalog", flyingSocks,
      ]
    ),
    // The queue from outside: over the network, in the browser.
    .target(
      name: "PlayerKitRemote",
      dependencies: [
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "ServiceKit",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Server"])),
        flyingSocks,
        logging,
      ],
      resources: [.embedInCode("Resources/web")]
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
        "Locking", "MusicCatalog", "PlayerKit", "ServiceKit",
        grdb,
      ]
    ),
    // Tells services what was heard, where that was asked for.
    .target(
      name: "PlayerKitScrobbling",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitLastFM", "PlayerKitListenBrainz",
        "PlayerKitSQLite", "ServiceKit",
        grdb,
      ]
    ),
    // Rooms that play in step: a snapserver, steered and fed. No engine.
    .target(name: "PlayerKitRooms", dependencies: ["Locking", "PlayerKit"]),
    // What to play next: an artist's songs, similar ones, queues that go on.
    .target(
      name: "PlayerKitDiscovery",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "ServiceKit",
        logging,
      ]
    ),
    .target(name: "PlayerKitTesting", dependencies: ["Locking", "PlayerKit"]),
    .target(
      name: "PlayerKitServicesTesting",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitTesting", "ServiceKit",
        httpTypes,
      ]
    ),

    // Shares nothing with the clients: what they get wrong, it must not get wrong the same way.
    .target(
      name: "ServiceSimulator",
      dependencies: [
        "Locking",
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
        "Locking", "LoopbackSignIn", "MediaInspection", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitDiscovery", "PlayerKitLibrary", "PlayerKitMPV", "PlayerKitPlaylists",
        "PlayerKitRemote", "PlayerKitRooms", "PlayerKitSQLite", "PlayerKitScrobbling",
        "ServiceKit", "ServiceSimulator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        logging,
      ] + desktop + services.map { .target(name: $0.target.name) },
      path: "Examples/playerkit",
      exclude: ["Resources/README.md", "Tool"],
      resources: [
        .copy("Resources/first-light-2.flac"), .copy("Resources/paper-boats.mp3"),
        .copy("Resources/undertow.m4a"), .copy("Resources/undertow.m3u8"),
        .copy("Resources/undertow.m4s"),
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
      dependencies: ["MediaInspection", "MediaLoading", "PlayerKit", "PlayerKitMPV"],
      path: "Examples/now-playing"
    ),
    .executableTarget(
      name: "find-and-play",
      dependencies: [
        "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic", "PlayerKitITunes", "PlayerKitMPV",
      ],
      path: "Examples/find-and-play"
    ),
    .executableTarget(
      name: "token-swap",
      dependencies: [
        "MusicCatalog", "PlayerKitSpotify",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Examples/token-swap"
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
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "PlayerKitServicesTesting",
        "PlayerKitTesting", "ServiceKit", httpTypes, logging,
      ],
      path: "Tests/Support"
    ),
    // Kills processes that write, and gives damaged input to readers. Tests run it.
    .executableTarget(
      name: "Torture",
      dependencies: [
        "Locking", "MediaInspection", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitLastFM", "PlayerKitListenBrainz", "PlayerKitMPV", "PlayerKitPodcasts",
        "PlayerKitSQLite", "PlayerKitScrobbling", "PlayerKitServicesTesting", "PlayerKitTesting",
        "ServiceSimulator", "TestSupport", grdb,
      ],
      path: "Tests/Torture"
    ),
    .testTarget(
      name: "PlayerKitTests",
      dependencies: ["Locking", "PlayerKit", "PlayerKitTesting", "TestSupport"]
    ),
    // What needs a database, and what is made of several services.
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "Locking", "MediaInspection", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitAppleMusic", "PlayerKitDeezer", "PlayerKitDiscovery", "PlayerKitITunes",
        "PlayerKitLastFM", "PlayerKitLibrary", "PlayerKitListenBrainz", "PlayerKitMusicBrainz",
        "PlayerKitSQLite", "PlayerKitScrobbling", "PlayerKitSpotify", "PlayerKitSubsonic",
        "PlayerKitServicesTesting", "PlayerKitTesting", "ServiceKit", "ServiceSimulator",
        "TestSupport", "Torture", grdb,
        httpTypes,
      ],
      exclude: ["Discovery/Songs/Labelled"]
    ),
    .testTarget(
      name: "MediaTests",
      dependencies: [
        "HTTPFetching", "Locking", "MediaInspection", "MediaLoading", "PlayerKit",
        "PlayerKitPlaylists", "PlayerKitTesting", "TestSupport", "Torture", httpTypes,
      ]
    ),
    .testTarget(
      name: "PlayerKitMPVTests",
      dependencies: [
        "Locking", "MediaInspection", "MediaLoading", "PlayerKit", "PlayerKitMPV",
        "PlayerKitTesting", "TestSupport", "Torture",
      ]
    ),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "HTTPFetching", "Locking", "LoopbackSignIn", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitPlaylists", "PlayerKitServicesTesting", "PlayerKitTesting", "ServiceKit",
        "ServiceSimulator", "TestSupport",
        crypto, flyingSocks, httpTypes, logging,
      ] + services.map { .target(name: $0.target.name) }
    ),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic",
        "PlayerKitITunes", "PlayerKitMPV", "PlayerKitRemote", "PlayerKitRooms", "PlayerKitSpotify",
        "PlayerKitServicesTesting", "PlayerKitTesting", "ServiceKit", "ServiceSimulator",
        "TestSupport", flyingSocks,
      ] + desktop,
      exclude: desktop.isEmpty ? ["MPRIS"] : []
    ),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "ServiceSimulator", "TestSupport", .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic", "PlayerKitCLI",
        "PlayerKitMPV", "PlayerKitRooms", "PlayerKitSpotify", "PlayerKitSQLite",
        "ServiceKit", "ServiceSimulator", "TestSupport", .target(name: toolName), "token-swap",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
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
      name: "CSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    .target(
      name: "PlayerKitMPRIS",
      dependencies: [
        "CSystemd", "HTTPFetching", "Locking", "MediaLoading", "PlayerKit", "ServiceKit",
      ]
    ),
  ]
#endif
