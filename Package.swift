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
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
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

let crypto = Target.Dependency.product(
  name: "Crypto",
  package: "swift-crypto",
  condition: .when(traits: ["Crypto"])
)

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
  ] + services.map(\.product) + toolProducts,
  traits: [
    .trait(name: "Crypto", description: "Developer tokens signed from a .p8 key, by swift-crypto."),
    .trait(name: "SQLite", description: "Queues kept in an SQLite database, by GRDB."),
    .trait(
      name: "Server",
      description: "A sign-in's way back from the browser, and remote controls, by FlyingFox."
    ),
    .default(enabledTraits: ["Crypto", "SQLite", "Server"]),
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
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
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
    .target(name: "PlayerKitPlaylists", dependencies: ["CXML", "PlayerKit"]),
    // HTTP, below loader and catalogs: libcurl where it can be had.
    .target(
      name: "HTTPFetching",
      dependencies: [
        .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])), "Locking",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    // Bytes: files and http, and what the headers of media formats say.
    .target(
      name: "MediaLoading",
      dependencies: [
        "HTTPFetching", "Locking", "PlayerKit", "PlayerKitPlaylists",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    .target(
      name: "PlayerKitMPV",
      dependencies: [
        "Locking", "MediaLoading", "PlayerKit", "CMPV",
        .product(name: "Logging", package: "swift-log"),
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
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    // The browser's way back from a sign-in, for tools and desktop apps.
    .target(
      name: "LoopbackSignIn",
      dependencies: [
        "Locking", "MusicCatalog",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Server"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Server"])),
      ]
    ),
    // The queue from outside: over the network, in the browser.
    .target(
      name: "PlayerKitRemote",
      dependencies: [
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "ServiceKit",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Server"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Resources/web")]
    ),
    .target(
      name: "PlayerKitSQLite",
      dependencies: [
        "PlayerKit",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    // A catalog of one's own: dumps of metadata, searched here.
    .target(
      name: "PlayerKitLibrary",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "ServiceKit",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    // Tells services what was heard, where that was asked for.
    .target(
      name: "PlayerKitScrobbling",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitLastFM", "PlayerKitListenBrainz",
        "PlayerKitSQLite", "ServiceKit",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    // Rooms that play in step: a snapserver, steered and fed. No engine.
    .target(name: "PlayerKitRooms", dependencies: ["Locking", "PlayerKit"]),
    // What to play next: an artist's songs, similar ones, queues that go on.
    .target(
      name: "PlayerKitDiscovery",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "ServiceKit",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "PlayerKitTesting",
      dependencies: [
        "Locking", "PlayerKit", "MusicCatalog",
        .product(name: "HTTPTypes", package: "swift-http-types"),
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
        "LoopbackSignIn", "MediaInspection", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitDiscovery", "PlayerKitLibrary", "PlayerKitMPV", "PlayerKitPlaylists",
        "PlayerKitRemote", "PlayerKitRooms", "PlayerKitSQLite", "PlayerKitScrobbling",
        "ServiceKit", "ServiceSimulator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
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
      path: "Examples/playerkit/Tool"
    ),

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

    // What the tests of several targets work with. Nobody else can see it.
    .target(name: "TestSupport", dependencies: ["PlayerKit"], path: "Tests/Support"),
    .testTarget(
      name: "PlayerKitTests",
      dependencies: ["Locking", "PlayerKit", "PlayerKitTesting", "TestSupport"]
    ),
    // Kills a process that keeps a queue; `make kill-store`, and a test, run it.
    .executableTarget(
      name: "StoreTorture",
      dependencies: [
        "PlayerKit", "PlayerKitSQLite", "PlayerKitTesting", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ],
      path: "Tests/StoreTorture"
    ),
    .testTarget(
      name: "PlayerKitSQLiteTests",
      dependencies: [
        "PlayerKit", "PlayerKitSQLite", "PlayerKitTesting", "StoreTorture", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    // What the tests of the catalogs work with.
    .target(
      name: "CatalogTestSupport",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitTesting", "ServiceKit", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/CatalogSupport"
    ),
    .testTarget(
      name: "MusicCatalogTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKitTesting", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "LoopbackSignInTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "LoopbackSignIn", "MusicCatalog", "PlayerKitSpotify",
        "PlayerKitTesting", "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Server"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    .testTarget(
      name: "PlayerKitRoomsTests",
      dependencies: ["Locking", "PlayerKit", "PlayerKitRooms", "PlayerKitTesting", "TestSupport"]
    ),
    .testTarget(
      name: "PlayerKitRemoteTests",
      dependencies: [
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "PlayerKitRemote",
        "PlayerKitTesting", "ServiceKit",
        "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Server"])),
      ]
    ),
    .testTarget(
      name: "ServiceKitTests",
      dependencies: ["MusicCatalog", "PlayerKit", "PlayerKitTesting", "ServiceKit"]
    ),
    .target(
      name: "ITunesTestSupport",
      dependencies: [
        "MusicCatalog", "PlayerKitITunes", "PlayerKitTesting",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/ITunesSupport"
    ),
    .testTarget(
      name: "ITunesTests",
      dependencies: [
        "ITunesTestSupport",
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitITunes",
        "PlayerKitTesting", "ServiceKit", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/ITunesTests"
    ),
    .testTarget(
      name: "AppleMusicTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKitAppleMusic",
        "PlayerKitITunes", "PlayerKitTesting", "ServiceKit", "TestSupport",
        crypto,
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/AppleMusicTests"
    ),
    .testTarget(
      name: "SpotifyTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitSpotify",
        "PlayerKitTesting", "ServiceKit", "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/SpotifyTests"
    ),
    .testTarget(
      name: "DeezerTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitDeezer",
        "PlayerKitTesting", "ServiceKit",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/DeezerTests"
    ),
    .testTarget(
      name: "SoundCloudTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitSoundCloud",
        "PlayerKitTesting", "ServiceKit", "ServiceSimulator", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/SoundCloudTests"
    ),
    .testTarget(
      name: "SubsonicTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitSubsonic",
        "PlayerKitTesting", "ServiceKit", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/SubsonicTests"
    ),
    .testTarget(
      name: "RadioTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitRadio", "PlayerKitTesting", "ServiceKit",
        "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/RadioTests"
    ),
    // Reads feeds for `make interop`, and changed ones.
    .executableTarget(
      name: "FeedReading",
      dependencies: ["PlayerKit", "PlayerKitPodcasts"],
      path: "Tests/FeedReading"
    ),
    .testTarget(
      name: "PodcastsTests",
      dependencies: [
        "CatalogTestSupport", "HTTPTestSupport", "Locking", "MusicCatalog", "PlayerKit",
        "PlayerKitITunes", "PlayerKitPodcasts", "PlayerKitTesting", "ServiceKit",
        "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Services/PodcastsTests"
    ),
    .testTarget(
      name: "InternetArchiveTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitInternetArchive",
        "PlayerKitTesting", "ServiceKit",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/InternetArchiveTests"
    ),
    .testTarget(
      name: "YTDLPTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitTesting", "PlayerKitYTDLP", "ServiceKit",
        "TestSupport",
      ],
      path: "Tests/Services/YTDLPTests"
    ),
    .testTarget(
      name: "MusicBrainzTests",
      dependencies: [
        "CatalogTestSupport", "MusicCatalog", "PlayerKit", "PlayerKitDeezer",
        "PlayerKitMusicBrainz", "PlayerKitTesting", "ServiceKit", "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/MusicBrainzTests"
    ),
    .testTarget(
      name: "PlayerKitLibraryTests",
      dependencies: [
        "Locking", "MediaInspection", "MediaSupport", "MusicCatalog", "PlayerKit",
        "PlayerKitLibrary", "ServiceKit", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    // Kills a process that tells what is heard; `make kill-outbox`, and a test, run it.
    .executableTarget(
      name: "OutboxTorture",
      dependencies: [
        "MusicCatalog", "PlayerKit", "PlayerKitLastFM", "PlayerKitListenBrainz",
        "PlayerKitScrobbling", "PlayerKitTesting", "ServiceSimulator", "TestSupport",
      ],
      path: "Tests/OutboxTorture"
    ),
    .testTarget(
      name: "PlayerKitScrobblingTests",
      dependencies: [
        "MusicCatalog", "OutboxTorture", "PlayerKit", "PlayerKitLastFM", "PlayerKitListenBrainz",
        "PlayerKitScrobbling", "PlayerKitTesting", "ServiceSimulator", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    .testTarget(
      name: "PlayerKitDiscoveryTests",
      dependencies: [
        "CatalogTestSupport", "Locking", "MediaLoading", "MusicCatalog", "PlayerKit",
        "PlayerKitAppleMusic", "PlayerKitDeezer", "PlayerKitDiscovery", "PlayerKitITunes",
        "PlayerKitLastFM", "PlayerKitListenBrainz", "PlayerKitMusicBrainz", "PlayerKitSpotify",
        "PlayerKitSubsonic",
        "PlayerKitTesting", "ServiceKit", "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Songs/Labelled"]
    ),
    // What concerns several services at once.
    .testTarget(
      name: "AllServicesTests",
      dependencies: [
        "CatalogTestSupport", "HTTPFetching", "ITunesTestSupport", "LoopbackSignIn", "MediaLoading",
        "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic", "PlayerKitDeezer", "PlayerKitITunes",
        "PlayerKitPlaylists", "PlayerKitPodcasts", "PlayerKitSpotify", "PlayerKitSubsonic",
        "PlayerKitTesting", "PlayerKitYTDLP", "ServiceKit", "ServiceSimulator", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Services/AllServicesTests"
    ),
    .testTarget(
      name: "ServiceSimulatorTests",
      dependencies: [
        "ServiceSimulator", "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "PlayerKitTestingTests",
      dependencies: ["PlayerKit", "PlayerKitTesting"]
    ),
    // A server that also does what no proper one does.
    .target(
      name: "HTTPTestSupport",
      dependencies: ["Locking", "PlayerKitTesting"],
      path: "Tests/HTTPSupport"
    ),
    .testTarget(
      name: "HTTPFetchingTests",
      dependencies: [
        "HTTPFetching", "HTTPTestSupport", "Locking", "PlayerKitTesting", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    // Kills processes that play from one cache; `make kill-cache`, and a test, run it.
    .executableTarget(
      name: "CacheTorture",
      dependencies: ["HTTPTestSupport", "Locking", "MediaLoading", "PlayerKit", "TestSupport"],
      path: "Tests/CacheTorture"
    ),
    .testTarget(
      name: "PlayerKitPlaylistsTests",
      dependencies: ["PlayerKit", "PlayerKitPlaylists"]
    ),
    .target(name: "MediaSupport", dependencies: ["MediaLoading"], path: "Tests/MediaSupport"),
    .testTarget(
      name: "MediaLoadingTests",
      dependencies: [
        "CacheTorture", "HTTPFetching", "HTTPTestSupport", "Locking", "MediaLoading",
        "MediaSupport",
        "PlayerKit", "PlayerKitPlaylists", "PlayerKitTesting", "TestSupport",
      ]
    ),
    // Looks into changed media; `make inspect-hostile`, and a test, run it.
    .executableTarget(
      name: "InspectionTorture",
      dependencies: ["MediaInspection", "MediaLoading", "MediaSupport", "PlayerKit"],
      path: "Tests/InspectionTorture"
    ),
    .testTarget(
      name: "MediaInspectionTests",
      dependencies: [
        "HTTPTestSupport", "InspectionTorture", "Locking", "MediaInspection", "MediaLoading",
        "MediaSupport",
        "PlayerKit",
        "TestSupport",
      ]
    ),
    // Plays media that make readers allocate; a test runs it.
    .executableTarget(
      name: "EngineTorture",
      dependencies: ["MediaSupport", "PlayerKit", "PlayerKitMPV"],
      path: "Tests/EngineTorture"
    ),
    .testTarget(
      name: "PlayerKitMPVTests",
      dependencies: [
        "EngineTorture", "HTTPTestSupport", "Locking", "MediaInspection", "MediaLoading",
        "MediaSupport",
        "PlayerKit",
        "PlayerKitMPV", "PlayerKitTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "HTTPTestSupport", "Locking", "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic",
        "PlayerKitCLI", "PlayerKitMPV", "PlayerKitRooms", "PlayerKitSpotify", "PlayerKitSQLite",
        "ServiceSimulator",
        .target(name: toolName), "token-swap",
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
    .testTarget(
      name: "PlayerKitMPRISTests",
      dependencies: [
        "Locking", "MediaLoading", "MusicCatalog", "PlayerKit", "PlayerKitAppleMusic",
        "PlayerKitITunes", "PlayerKitMPRIS", "PlayerKitMPV", "PlayerKitSpotify", "PlayerKitTesting",
        "ServiceKit", "ServiceSimulator",
        "TestSupport",
      ]
    ),
  ]
#endif
