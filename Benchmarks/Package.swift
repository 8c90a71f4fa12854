// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that users of the main one neither see nor build it. From there: make bench
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Named, because the folder may have any name.
        .package(name: "repogen", path: ".."),
        // The yardstick of the store: the same statements by hand.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Prints how fast conversions are, as ratios to what Foundation does.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "SimdjsonYardstick", .product(name: "RepositoryRuntime", package: "repogen"),
            ]
        ),
        // The yardstick of decoding, where simdjson is installed; without it, a stub.
        .target(name: "SimdjsonYardstick", dependencies: ["CSimdjson"]),
        .systemLibrary(
            name: "CSimdjson",
            pkgConfig: "simdjson",
            providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]
        ),
        // Prints how fast the generator is, and what it writes compiles.
        .executableTarget(
            name: "GeneratorBenchmarks",
            dependencies: [
                "CYAML",
                // Not called: what is compiled needs its module.
                .product(name: "RepositoryRuntime", package: "repogen"),
            ]
        ),
        // The yardstick of the generator, from the system.
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        // Prints how fast the local store is, and the same statements by hand.
        .executableTarget(
            name: "StorageBenchmarks",
            dependencies: [
                .product(name: "RepositoryRuntime", package: "repogen"),
                .product(name: "RepositorySQLite", package: "repogen"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        // Prints how fast files and streams are, and what memory they need.
        .executableTarget(
            name: "TransferBenchmarks",
            dependencies: [
                .product(name: "RepositoryRuntime", package: "repogen"),
                .product(name: "RepositoryAsyncHTTPClient", package: "repogen"),
            ]
        ),
    ],
    // For simdjson.
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
