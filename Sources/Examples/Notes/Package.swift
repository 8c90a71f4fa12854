// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that users of the main one neither see nor build Hummingbird. From there:
// make test
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
        // The service: reads what clients send, and answers with what is generated.
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
        // Generated clients against the service, on loopback.
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
