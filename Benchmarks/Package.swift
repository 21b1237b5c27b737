// swift-tools-version: 6.2

import PackageDescription

// Swift's libraries within the program: what plays a file and ends has fewer to load. The relocations of so
// large a program are packed, since all of them are read at its start.
let alone: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims", "-use-ld=lld",
      "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    ],
    .when(platforms: [.linux])
  )
]

// A package of its own, so that nobody who uses the library builds it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PlayerKit", path: "..", traits: ["SQLite"])
  ],
  targets: [
    // What they share: tables, medians, bounds, and the players that ours is measured beside.
    .target(name: "BenchmarkKit"),
    .executableTarget(
      name: "decode-songs",
      dependencies: [
        "BenchmarkKit", .product(name: "MusicCatalog", package: "PlayerKit"),
        .product(name: "PlayerKitAppleMusic", package: "PlayerKit"),
      ]
    ),
    .executableTarget(
      name: "queue-operations",
      dependencies: ["BenchmarkKit", .product(name: "PlayerKit", package: "PlayerKit")]
    ),
    .executableTarget(
      name: "playback-figures",
      dependencies: [
        "BenchmarkKit", .product(name: "MediaInspection", package: "PlayerKit"),
        .product(name: "PlayerKit", package: "PlayerKit"),
        .product(
          name: "PlayerKitMPRIS",
          package: "PlayerKit",
          condition: .when(platforms: [.linux])
        ),
        .product(name: "PlayerKitMPV", package: "PlayerKit"),
        .product(name: "PlayerKitRemote", package: "PlayerKit"),
        .product(name: "MediaLoading", package: "PlayerKit"),
        .product(name: "ServiceKit", package: "PlayerKit"),
      ]
    ),
    // The example, as users build it: a process of its own that is looked at from outside.
    .executableTarget(
      name: "play-url",
      dependencies: [
        .product(name: "PlayerKit", package: "PlayerKit"),
        .product(name: "PlayerKitMPV", package: "PlayerKit"),
      ],
      linkerSettings: alone
    ),
    .executableTarget(name: "empty-process"),
    .executableTarget(
      name: "inspect-files",
      dependencies: [
        .product(name: "MediaInspection", package: "PlayerKit"),
        .product(name: "PlayerKit", package: "PlayerKit"),
      ]
    ),
    .executableTarget(
      name: "waveform-file",
      dependencies: [
        .product(name: "MediaInspection", package: "PlayerKit"),
        .product(name: "PlayerKit", package: "PlayerKit"),
      ]
    ),
    .executableTarget(
      name: "library-index",
      dependencies: ["BenchmarkKit", .product(name: "PlayerKitLibrary", package: "PlayerKit")]
    ),
    .executableTarget(
      name: "library-folders",
      dependencies: [
        "BenchmarkKit", .product(name: "MediaInspection", package: "PlayerKit"),
        .product(name: "PlayerKitLibrary", package: "PlayerKit"),
      ]
    ),
    .executableTarget(
      name: "engine-figures",
      dependencies: [
        "BenchmarkKit", .product(name: "PlayerKit", package: "PlayerKit"),
        .product(name: "PlayerKitMPV", package: "PlayerKit"),
        .product(name: "PlayerKitTesting", package: "PlayerKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
