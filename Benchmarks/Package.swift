// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses the library builds it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PlayerKit", path: "..", traits: [])
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
        "BenchmarkKit", .product(name: "PlayerKit", package: "PlayerKit"),
        .product(name: "PlayerKitMPV", package: "PlayerKit"),
      ]
    ),
    // The example, as users build it: a process of its own that is looked at from outside.
    .executableTarget(
      name: "play-url",
      dependencies: [
        .product(name: "PlayerKit", package: "PlayerKit"),
        .product(name: "PlayerKitMPV", package: "PlayerKit"),
      ]
    ),
    .executableTarget(name: "empty-process"),
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
