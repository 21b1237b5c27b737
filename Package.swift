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
    .library(name: "PlayerKitMPV", targets: ["PlayerKitMPV"]),
    .library(name: "PlayerKitTesting", targets: ["PlayerKitTesting"]),
  ] + toolProducts,
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    .target(name: "PlayerKit"),
    .systemLibrary(
      name: "CMPV",
      pkgConfig: mpvPkgConfig,
      providers: [.apt(["libmpv-dev"]), .brew(["mpv"])]
    ),
    .target(
      name: "PlayerKitMPV",
      dependencies: ["PlayerKit", "CMPV", .product(name: "Logging", package: "swift-log")]
    ),
    .target(name: "PlayerKitTesting", dependencies: ["PlayerKit"]),

    .target(
      name: "PlayerKitCLI",
      dependencies: [
        "PlayerKit", "PlayerKitMPV",
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
    .testTarget(
      name: "TestingAnApp",
      dependencies: ["PlayerKit", "PlayerKitTesting"],
      path: "Examples/testing-an-app"
    ),

    .testTarget(name: "PlayerKitTests", dependencies: ["PlayerKit", "PlayerKitTesting"]),
    .testTarget(
      name: "PlayerKitTestingTests",
      dependencies: ["PlayerKit", "PlayerKitTesting"]
    ),
    .testTarget(
      name: "PlayerKitMPVTests",
      dependencies: [
        "PlayerKit", "PlayerKitMPV", "PlayerKitTesting",
      ]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["PlayerKit", "PlayerKitMPV", "PlayerKitCLI", .target(name: toolName)],
      resources: [.copy("Fixtures/seam-first.flac")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
