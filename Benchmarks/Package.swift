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
    .executableTarget(
      name: "decode-songs",
      dependencies: [.product(name: "MusicCatalog", package: "PlayerKit")]
    )
  ],
  swiftLanguageModes: [.v6]
)
