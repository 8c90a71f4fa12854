import Foundation
import Testing

/// The output of `repogen diff` if identities become distinct types.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct IdentityDiffTests {
    private static let path = "Schemas/blog.yaml"
    private static let schema = """
        repogen: 1
        entities:
          User: { id: Int, properties: { name: String } }
          Post:
            id: { type: UUID, assignedBy: client }
            properties: { author: { type: User.ID, inverse: posts }, "editors?": "[User.ID]" }
        endpoints:
          Publish: { post: "/posts/{id}", path: { id: Post.ID }, query: { by: User.ID } }
        repositories:
          UserRepository: { entity: User, path: users, local: sqlite }
          PostRepository: { entity: Post, path: posts, local: sqlite }

        """

    @Test("callers are affected, but neither requests nor stores", arguments: [true, false])
    func option(isTurnedOn: Bool) async throws {
        let typed = Self.schema.replacing(
            "repogen: 1\n",
            with: "repogen: 1\ntypedIdentities: true\n"
        )
        let (old, new) = isTurnedOn ? (Self.schema, typed) : (typed, Self.schema)
        let repository = try await GitPackage(
            ["repogen.yaml": "output: Out\n", Self.path: old],
            generates: false
        )
        try repository.package.write(new, to: Self.path)
        let errors = try await repository.repogen("diff", status: 3).errors
        let own =
            isTurnedOn
            ? "now a distinct type, still Int in requests and stores"
            : "no longer a distinct type: Int, as in requests and stores"
        #expect(errors.contains("  User.ID: \(own), breaking for callers\n"), "\(errors)")
        #expect(errors.contains("  Post.ID: ") && errors.contains("Post.id: "), "\(errors)")
        let change = isTurnedOn ? "UUID → Post.ID" : "Post.ID → UUID"
        #expect(errors.contains("  Post.id: \(change), breaking for callers\n"), "\(errors)")
        for words in ["requests or responses", "stored", "are read", "see the lines", "stored as"] {
            #expect(!errors.contains(words), "\(errors)")
        }
    }

    @Test("another value of a distinct type changes requests and responses")
    func rawType() async throws {
        let old = "repogen: 1\nentities: { User: { id: { type: Int, typed: true } } }\n"
        let repository = try await GitPackage(
            ["repogen.yaml": "output: Out\n", Self.path: old],
            generates: false
        )
        try repository.package.write(old.replacing("Int", with: "UUID"), to: Self.path)
        let errors = try await repository.repogen("diff", status: 3).errors
        let line =
            "  User.ID: TypedIdentity<User, Int> → TypedIdentity<User, UUID>, breaking for callers, "
            + "and changes requests or responses\n"
        #expect(errors.contains(line), "\(errors)")
    }
}
