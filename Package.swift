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

let package = Package(
  name: "PlayerKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PlayerKit", targets: ["PlayerKit"]),
    .library(name: "MusicCatalog", targets: ["MusicCatalog"]),
    .library(name: "PlayerKitMPV", targets: ["PlayerKitMPV"]),
    .library(name: "PlayerKitServices", targets: ["PlayerKitServices"]),
    .library(name: "PlayerKitSQLite", targets: ["PlayerKitSQLite"]),
    .library(name: "PlayerKitTesting", targets: ["PlayerKitTesting"]),
  ] + toolProducts,
  traits: [
    .trait(name: "Crypto", description: "Developer tokens signed from a .p8 key, by swift-crypto."),
    .trait(name: "SQLite", description: "Queues kept in an SQLite database, by GRDB."),
    .default(enabledTraits: ["Crypto", "SQLite"]),
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
        "Locking",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Crypto"])),
      ]
    ),
    .systemLibrary(
      name: "CMPV",
      pkgConfig: mpvPkgConfig,
      providers: [.apt(["libmpv-dev"]), .brew(["mpv"])]
    ),
    .target(
      name: "PlayerKitMPV",
      dependencies: [
        "Locking", "PlayerKit", "CMPV", .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(name: "PlayerKitServices", dependencies: ["Locking", "PlayerKit", "MusicCatalog"]),
    .target(
      name: "PlayerKitSQLite",
      dependencies: [
        "PlayerKit",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
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
        "MusicCatalog", "PlayerKit", "PlayerKitMPV", "PlayerKitSQLite", "PlayerKitServices",
        "ServiceSimulator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Examples/playerkit",
      exclude: ["Resources/README.md", "Tool"],
      resources: [
        .copy("Resources/first-light-2.flac"), .copy("Resources/paper-boats.mp3"),
        .copy("Resources/undertow.m4a"),
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
      name: "find-and-play",
      dependencies: ["MusicCatalog", "PlayerKit", "PlayerKitMPV", "PlayerKitServices"],
      path: "Examples/find-and-play"
    ),
    .executableTarget(
      name: "token-swap",
      dependencies: [
        "MusicCatalog",
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
        "PlayerKit", "PlayerKitSQLite", "PlayerKitTesting",
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
    .testTarget(
      name: "MusicCatalogTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKitTesting", "ServiceSimulator", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Crypto"])),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "PlayerKitServicesTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitMPV", "PlayerKitServices",
        "PlayerKitTesting", "ServiceSimulator",
      ]
    ),
    .testTarget(
      name: "ServiceSimulatorTests",
      dependencies: [
        "ServiceSimulator",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "PlayerKitTestingTests",
      dependencies: ["PlayerKit", "PlayerKitTesting"]
    ),
    .testTarget(
      name: "PlayerKitMPVTests",
      dependencies: [
        "Locking", "PlayerKit", "PlayerKitMPV", "PlayerKitTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Locking", "MusicCatalog", "PlayerKit", "PlayerKitMPV", "PlayerKitSQLite", "PlayerKitCLI",
        "ServiceSimulator",
        .target(name: toolName), "token-swap",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Fixtures/seam-first.flac")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
