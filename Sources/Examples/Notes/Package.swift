// swift-tools-version: 6.1

import PackageDescription

// A separate package, so that users of the main one neither see nor build Hummingbird. From there:
// make test-all
let package = Package(
    name: "notes",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Named, because the folder may have any name.
        .package(name: "repogen", path: "../../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // Generated from Schemas/Notes, for both sides.
        .target(
            name: "Notes",
            dependencies: [.product(name: "RepositoryRuntime", package: "repogen")]
        ),
        // The service: decodes requests, and responds with generated types.
        .target(
            name: "NotesServer",
            dependencies: [
                "Notes",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "RepositoryRuntime", package: "repogen"),
            ]
        ),
        // Runs the service on a port.
        .executableTarget(name: "notes-server", dependencies: ["NotesServer"]),
        // Tests generated clients against the service, on loopback.
        .testTarget(
            name: "NotesServerTests",
            dependencies: [
                "Notes", "NotesServer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "RepositoryRuntime", package: "repogen"),
            ]
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
