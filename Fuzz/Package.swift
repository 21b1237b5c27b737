// swift-tools-version: 6.2

import PackageDescription

#if arch(arm64)
  let runtime = "clang_rt.fuzzer_no_main-aarch64"
#else
  let runtime = "clang_rt.fuzzer_no_main-x86_64"
#endif

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "PlayerKit") }

// A separate package, so that users of the library do not build it. `run.py` builds it with
// `-enable-testing`, because most parsers are not public, and adds the folder of libFuzzer.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PlayerKit", path: "..", traits: ["Inspection", "SQLite"])],
  targets: [
    .target(
      name: "CLibFuzzer",
      linkerSettings: [
        .linkedLibrary(runtime, .when(platforms: [.linux])),
        .linkedLibrary("stdc++", .when(platforms: [.linux])),
        .linkedLibrary("m", .when(platforms: [.linux])),
      ]
    ),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer",
        product("PlayerKit"), product("PlayerKitAllServices"), product("PlayerKitInspection"),
        product("PlayerKitLibrary"), product("PlayerKitMPRIS"), product("PlayerKitMedia"),
        product("PlayerKitPlaylists"), product("PlayerKitRemote"), product("PlayerKitRooms"),
        product("PlayerKitSQLite"), product("PlayerKitServices"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
