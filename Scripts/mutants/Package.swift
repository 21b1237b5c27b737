// swift-tools-version: 6.2
// The machines and their explorations alone, so that a mutant is built in seconds.

import PackageDescription

let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0")
  ],
  targets: [
    .target(name: "Locking"),
    .target(name: "PlayerKit", dependencies: ["Locking"]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0"),
    .target(name: "PlayerKitPlaylists", dependencies: ["CXML", "PlayerKit"]),
    .target(
      name: "HTTPFetching",
      dependencies: ["CCurl", "Locking", .product(name: "HTTPTypes", package: "swift-http-types")]
    ),
    .target(
      name: "MediaLoading",
      dependencies: [
        "HTTPFetching", "Locking", "PlayerKit", "PlayerKitPlaylists",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    // Without what calls libmpv.
    .target(
      name: "PlayerKitMPV",
      dependencies: ["MediaLoading", "PlayerKit"],
      exclude: ["Machine/EndClassifier.swift", "Machine/Truncation.swift"],
      sources: [
        "Machine", "Crossfade/Overlap.swift", "Core/AnnouncementQueue.swift",
        "Core/EntryFormat.swift", "Core/Playlist.swift",
      ]
    ),
    .target(
      name: "TestSupport",
      path: "Tests/Support",
      sources: ["Explorer.swift", "TestKind.swift"]
    ),
    .testTarget(
      name: "EngineMachineTests",
      dependencies: ["MediaLoading", "PlayerKit", "PlayerKitMPV", "TestSupport"],
      path: "Tests/PlayerKitMPVTests/Exploration"
    ),
    .testTarget(
      name: "MachineTests",
      dependencies: ["PlayerKit", "TestSupport"],
      path: "Tests/PlayerKitTests/Exploration"
    ),
  ],
  swiftLanguageModes: [.v6]
)
