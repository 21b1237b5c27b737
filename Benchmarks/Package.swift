// swift-tools-version: 6.2

import PackageDescription

// Links Swift's libraries statically, so that a short process loads fewer files. Packs the
// relocations, because the loader reads all of them at the start.
let alone: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims", "-use-ld=lld",
      "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    ],
    .when(platforms: [.linux])
  )
]

func product(_ name: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
  .product(name: name, package: "PlayerKit", condition: condition)
}

// A separate package, so that users of the library do not build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PlayerKit", path: "..", traits: ["SQLite"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        product("PlayerKitInspection"),
        product("PlayerKitMedia"), product("PlayerKitServices"), product("PlayerKit"),
        product("PlayerKitAppleMusic"), product("PlayerKitLibrary"),
        product("PlayerKitMPRIS", .when(platforms: [.linux])), product("PlayerKitMPV"),
        product("PlayerKitRemote"),
        product("PlayerKitSQLite"), product("PlayerKitTesting"), product("PlayerKitServices"),
      ]
    ),
    // Two processes that `bench playback process` measures from outside: the example as users build
    // it, and a program that does nothing.
    .executableTarget(
      name: "play-url",
      dependencies: [product("PlayerKit"), product("PlayerKitMPV")],
      linkerSettings: alone
    ),
    .executableTarget(name: "empty-process"),
  ],
  swiftLanguageModes: [.v6]
)
