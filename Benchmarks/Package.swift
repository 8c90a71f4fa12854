// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that users of the main one neither see nor build it. From there:
// swift run -c release --package-path Benchmarks
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Named, because the folder may have any name.
        .package(name: "repogen", path: "..")
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
        )
    ]
)
