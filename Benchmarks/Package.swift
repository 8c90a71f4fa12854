// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that users of the main one neither see nor build it. From there:
// swift run -c release --package-path Benchmarks
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
            dependencies: [.product(name: "RepositoryRuntime", package: "repogen")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
        // Prints how fast the local store is, and the same statements by hand.
        .executableTarget(
            name: "StorageBenchmarks",
            dependencies: [
                .product(name: "RepositoryRuntime", package: "repogen"),
                .product(name: "RepositorySQLite", package: "repogen"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
    ]
)
