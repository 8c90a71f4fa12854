// swift-tools-version: 6.1

import PackageDescription

// The runtime: each of these targets builds on the one before it.
let layers = ["RepositoryValues", "RepositoryNetworking", "RepositoryLocal"]
let libraries = [
    "RepositorySQLite", "RepositoryAsyncHTTPClient", "RepositoryTesting", "ServiceMock",
    "ServiceContract",
]
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
// URLSession on Linux crashes with some servers, and with the faults of tests.
let transport: Target.Dependency =
    .target(name: "RepositoryAsyncHTTPClient", condition: .when(platforms: [.linux]))
let emission: [Target.Dependency] = ["SwiftEmitter", "TestSupport", "YAMLTree"]
let frontEnd: [Target.Dependency] = ["Diagnostics", "SchemaLanguage"]

let package = Package(
    name: "repogen",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .executable(name: "repogen", targets: ["repogen"]),
        .library(name: "RepositoryValues", targets: ["RepositoryValues"]),
        .library(name: "RepositoryNetworking", targets: Array(layers.prefix(2))),
        .library(name: "RepositoryRuntime", targets: ["RepositoryRuntime"] + layers),
    ] + libraries.map { .library(name: $0, targets: [$0]) },
    traits: [
        .default(enabledTraits: ["URLSession"]),
        .trait(name: "URLSession", description: "The transport on URLSession"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Only for RepositoryAsyncHTTPClient. From 1.31 on, it needs Swift 6.2.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    ]
)

// MARK: - The generator

package.targets += [
    // The reference C implementation of YAML, from the system.
    .systemLibrary(
        name: "CLibYAML",
        pkgConfig: "yaml-0.1",
        providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    // Source files, ranges, the diagnostic value and its printer. Knows neither YAML nor Swift.
    .target(name: "Diagnostics"),
    // Work over many values on all cores, in order. Knows nothing else.
    .target(name: "Parallelism"),
    // Text to a positioned tree. Knows no schemas.
    .target(name: "YAMLTree", dependencies: ["CLibYAML", "Diagnostics"]),
    // Tree to document to checked schema. Knows neither Swift text nor the disk.
    .target(
        name: "SchemaLanguage",
        // The runtime checks constraints, for schemas and for apps.
        dependencies: ["Diagnostics", "Parallelism", "RepositoryValues", "YAMLTree"],
        resources: [.embedInCode("Conventions/Profiles")]
    ),
    // External documents to a proposed schema, as text. Knows neither Swift text nor the disk.
    .target(
        name: "SchemaImport",
        dependencies: frontEnd + ["Parallelism", "RepositoryValues", "YAMLTree"]
    ),
    // Bodies to shapes, and these to a proposed schema. Knows neither Swift text nor the disk.
    .target(name: "SchemaInference", dependencies: frontEnd + ["Parallelism", "SchemaImport"]),
    // Checked schema to diagrams, as text. Knows neither Swift text nor the disk.
    .target(name: "SchemaDiagram", dependencies: frontEnd + ["RepositoryStrategy"]),
    // Checked schema to a static site. Knows neither Swift text nor the disk.
    .target(name: "SchemaSite", dependencies: frontEnd + ["SchemaDiagram", "ServiceModel"]),
    // The Mustache templates, embedded, and their closed list.
    .target(
        name: "Templates",
        path: "Templates",
        exclude: ["README.md"],
        resources: [.embedInCode("Swift")]
    ),
    // Checked schema to Swift files. Knows neither the disk nor YAML.
    .target(
        name: "SwiftEmitter",
        dependencies: [
            "Diagnostics", "RepositoryValues", "SchemaLanguage", "Templates",
            .product(name: "Mustache", package: "swift-mustache"),
        ]
    ),
    // Arguments, discovery, writing, exit codes. Knows the grammar of neither language.
    .executableTarget(
        name: "repogen",
        dependencies: [
            // The strategy is what `explain` explains.
            "Diagnostics", "Parallelism", "RepositoryStrategy", "SchemaDiagram", "SchemaImport",
            "SchemaInference", "SchemaLanguage", "SchemaSite", "ServiceMock", "ServiceVerification",
            "SwiftEmitter", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]
    ),
]

// MARK: - The runtime

package.targets += [
    // Which side runs an operation: rules, and the pure planner. Knows nothing else.
    .target(name: "RepositoryStrategy"),
    // Entities and their JSON. Knows no request and no store.
    .target(name: "RepositoryValues"),
    // Requests, and the repositories on a server. Knows no store.
    .target(name: "RepositoryNetworking", dependencies: ["RepositoryValues", httpTypes]),
    // Stores, strategies and synchronization. Knows of no generator.
    .target(
        name: "RepositoryLocal",
        dependencies: ["RepositoryNetworking", "RepositoryStrategy", httpTypes]
    ),
    // All of these in one module.
    .target(name: "RepositoryRuntime", dependencies: ["RepositoryLocal"]),
    // The durable local store. Knows no HTTP.
    .target(
        name: "RepositorySQLite",
        dependencies: [
            "RepositoryLocal", .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ]
    ),
    // A transport on async-http-client, for servers and Linux. Knows no URLSession.
    .target(
        name: "RepositoryAsyncHTTPClient",
        dependencies: [
            "RepositoryNetworking", .product(name: "AsyncHTTPClient", package: "async-http-client"),
            httpTypes, .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ] + nio
    ),
    // Contracts for custom stores and transports. Knows no test framework.
    .target(name: "RepositoryTesting", dependencies: ["RepositoryRuntime", httpTypes]),
]

// MARK: - A service that a schema describes

package.targets += [
    // A checked schema as a service sees it, in the values of the runtime. Knows no network.
    .target(name: "ServiceModel", dependencies: ["RepositoryNetworking", "SchemaLanguage"]),
    // Comparison of a live service with the schema.
    .target(name: "ServiceVerification", dependencies: frontEnd + ["ServiceModel", transport]),
    // The same comparison for generated tests.
    .target(name: "ServiceContract", dependencies: ["ServiceMock", "ServiceVerification"]),
    // A server that behaves as the schema describes.
    .target(
        name: "ServiceMock",
        dependencies: frontEnd + ["SchemaInference", "ServiceModel", httpTypes, transport] + nio
    ),
]

// MARK: - Examples

package.targets += [
    // A loopback server with the examples' data, for the demo and the tests.
    .target(
        name: "ExampleServer",
        dependencies: [.product(name: "FlyingFox", package: "FlyingFox"), flyingSocks],
        path: "Sources/Examples/ExampleServer"
    ),
    // A run of two examples against the server.
    .executableTarget(
        name: "repogen-demo",
        dependencies: [
            "ExampleServer", "Messages", "Pokedex", "RepositoryRuntime", "RepositorySQLite",
            transport,
        ],
        path: "Sources/Examples/Demo"
    ),
]

// Generated from the schemas of their names; Shop has a handwritten type. Journal has versions.
let journals = (1...4).map { "Journal\($0)" }
package.targets += (["Messages", "Pokedex", "Shop"] + journals).map {
    let layer = ["Pokedex", "Shop"].contains($0) ? "RepositoryNetworking" : "RepositoryRuntime"
    return .target(name: $0, dependencies: [.target(name: layer)], path: "Sources/Examples/\($0)")
}

// MARK: - Tests

package.targets += [
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "ParallelismTests", dependencies: ["Parallelism"]),
    .testTarget(name: "YAMLTreeTests", dependencies: ["YAMLTree", "Diagnostics"]),
    .testTarget(
        name: "SchemaLanguageTests",
        // The runtime reads the examples of schemas.
        dependencies: frontEnd + ["RepositoryRuntime", "TestSupport"]
    ),
    .testTarget(name: "SchemaDiagramTests", dependencies: frontEnd + ["SchemaDiagram"]),
    .testTarget(name: "SchemaSiteTests", dependencies: frontEnd + ["SchemaDiagram", "SchemaSite"]),
    .testTarget(name: "SwiftEmitterTests", dependencies: frontEnd + emission + ["Templates"]),
    .testTarget(name: "RepositoryRuntimeTests", dependencies: ["SyncSample", httpTypes]),
    .testTarget(
        name: "RepositoryNetworkingTests",
        dependencies: [
            "ExampleServer", "RepositoryAsyncHTTPClient", "RepositoryRuntime", "RepositoryTesting",
            // A raw socket server, for invalid responses.
            flyingSocks, httpTypes, "TestSupport",
            .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ] + nio
    ),
    // Another process on the same store, which tests start and kill.
    .executableTarget(
        name: "storage-client",
        dependencies: ["RepositoryRuntime", "RepositorySQLite"],
        path: "Tests/StorageClient"
    ),
    // The local stores, on real files.
    .testTarget(
        name: "RepositoryStorageTests",
        dependencies: [
            "Messages", "RepositoryRuntime", "RepositorySQLite", "RepositoryTesting",
            "TestSupport", "storage-client", .product(name: "GRDB", package: "GRDB.swift"),
        ] + [httpTypes] + journals.map { .target(name: $0) },
        exclude: ["Schemas"]
    ),
    // Entities and repositories, generated or in the form of generated code.
    .target(
        name: "SyncSample",
        dependencies: ["RepositoryRuntime", "RepositoryTesting", httpTypes],
        path: "Tests/SyncSample",
        exclude: ["Schemas"]
    ),
    // A process that writes and synchronizes, which tests start and kill.
    .executableTarget(
        name: "sync-client",
        dependencies: [
            "RepositoryRuntime", "RepositorySQLite", "RepositoryTesting", "SyncSample", transport,
        ],
        path: "Tests/SyncClient"
    ),
    // Outbox and synchronization, over real HTTP, in both stores.
    .testTarget(
        name: "RepositorySyncTests",
        dependencies: [
            "ExampleServer", "Messages", "RepositoryRuntime", "RepositorySQLite",
            "RepositoryTesting", "SyncSample", "TestSupport", "WireFaults", "sync-client",
            // A port without a listener, and damage to a file.
            flyingSocks, httpTypes, .product(name: "GRDB", package: "GRDB.swift"),
        ],
        exclude: ["Schemas"]
    ),
    // The systems that this project follows: a test for each part of them.
    .testTarget(
        name: "SeedTests",
        dependencies: [
            "ExampleServer", "Pokedex", "RepositoryRuntime", "RepositorySQLite",
            "RepositoryTesting",
        ],
        exclude: ["Rows.txt", "Schemas"]
    ),
    // Generated code against services with supported dialects, and against real servers.
    .testTarget(
        name: "ServiceTests",
        dependencies: [
            "RepositoryRuntime", "RepositorySQLite", "RepositoryTesting", "ExampleServer",
            "ServiceMock", "ServiceVerification", "TestSupport", "WireFaults",
            flyingSocks, httpTypes, transport,
        ]
    ),
    // The output of `repogen generate --contract-tests` for the examples, run against mocks.
    .testTarget(name: "ContractTests", dependencies: ["ServiceContract"]),
    // Shared code of several test targets.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // A proxy that cuts responses at any byte, for clients that are to survive it.
    .target(
        name: "WireFaults",
        dependencies: ["ExampleServer", "TestSupport", flyingSocks],
        path: "Tests/WireFaults"
    ),
    // Random values, and the laws that hold of every generated type: linked with generated code.
    .target(
        name: "LawKit",
        dependencies: ["RepositoryRuntime", "TestSupport", httpTypes],
        path: "Tests/LawKit"
    ),
    // Random schemas, what becomes of them, and whether it keeps the laws.
    .testTarget(
        name: "LawTests",
        dependencies: frontEnd + emission + ["LawKit", "RepositoryValues", "ServiceModel"]
    ),
    // Schemas with the Swift, or the diagnostics, that they give.
    .testTarget(name: "GoldenTests", dependencies: frontEnd + emission),
    // The command line as its users call it.
    .testTarget(
        name: "RepogenTests",
        dependencies: frontEnd + ["repogen", "RepositoryStrategy", "TestSupport", "YAMLTree"]
    ),
    // What the fuzzers check of any input, checked of those that are kept.
    .testTarget(
        name: "FuzzingTests",
        dependencies: frontEnd + [
            "RepositoryValues", "SchemaImport", "SchemaInference", "YAMLTree",
        ],
        path: "Tests/Fuzzing",
        exclude: ["Dictionaries", "EntryPoint", "Generated/.gitattributes", "Schemas", "Seeds"]
    ),
    // The examples, used: real bodies, and real HTTP on loopback.
    .testTarget(
        name: "ExamplesTests",
        dependencies: [
            "ExampleServer", "Messages", "Pokedex", "Shop", "RepositoryRuntime", "RepositorySQLite",
            "RepositoryAsyncHTTPClient", "RepositoryTesting", "TestSupport", "repogen-demo",
        ]
    ),
]

// Documents of others or bodies, the schemas that are made of them, and whether these fit.
package.targets += ["SchemaImportTests", "SchemaInferenceTests"].map {
    .testTarget(
        name: $0,
        dependencies: frontEnd + emission
            + ["RepositoryRuntime", "SchemaImport", "SchemaInference"]
    )
}

// MARK: - Settings

// SE-0335, SE-0409 and SE-0444.
let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
// Tests spend more time in these targets than it takes to optimize them, fully or by LLVM only.
let busy = [
    "Diagnostics", "YAMLTree", "SchemaLanguage", "SwiftEmitter", "RepositoryValues",
    "RepositoryLocal", "RepositoryTesting", "SyncSample",
]
let lessBusy = ["SchemaImport", "SchemaInference", "SchemaDiagram"]
for target in package.targets where target.type != .system {
    target.swiftSettings = features.map { .enableUpcomingFeature($0) }
    guard Context.environment["REPOGEN_OPTIMIZED"] != nil else { continue }
    var flags = (busy + lessBusy).contains(target.name) ? ["-O"] : []
    if lessBusy.contains(target.name) { flags += ["-Xfrontend", "-disable-sil-perf-optzns"] }
    // Nothing imports tests, so their modules need no compilation of their own.
    if target.type == .test { flags.append("-no-emit-module-separately-wmo") }
    if !flags.isEmpty { target.swiftSettings?.append(.unsafeFlags(flags)) }
}
