// swift-tools-version: 6.2
// The machines and their explorations alone, so that a mutant is built in seconds.

import PackageDescription

let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Locking"),
    .target(name: "PlayerKit", dependencies: ["Locking"]),
    .target(name: "MediaLoading", dependencies: ["Locking", "PlayerKit"]),
    // Without what calls libmpv.
    .target(
      name: "PlayerKitMPV",
      dependencies: ["MediaLoading", "PlayerKit"],
      exclude: ["Machine/EndClassifier.swift", "Machine/Truncation.swift"],
      sources: [
        "Machine", "Crossfade/Overlap.swift", "Core/Playlist.swift", "Core/AnnouncementQueue.swift",
      ]
    ),
    .target(name: "TestSupport", dependencies: ["PlayerKit"], path: "Tests/Support"),
    .testTarget(
      name: "EngineMachineTests",
      dependencies: ["MediaLoading", "PlayerKit", "PlayerKitMPV", "TestSupport"],
      path: "Tests/PlayerKitMPVTests/Exploration"
    ),
    .testTarget(
      name: "MachineTests",
      dependencies: ["PlayerKit"],
      path: "Tests/PlayerKitTests/Exploration"
    ),
  ],
  swiftLanguageModes: [.v6]
)
