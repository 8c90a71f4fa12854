// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that users of the main one neither see nor build it. From there: make bench
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
            dependencies: [.product(name: "RepositoryRuntime", package: "repogen")]
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
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
