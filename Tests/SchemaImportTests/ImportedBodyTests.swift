import Diagnostics
import Foundation
import RepositoryRuntime
import SchemaInference
import TestSupport
import Testing

/// Real bodies, decoded and encoded by code generated from the document of their service.
@Suite(
    .serialized,
    .enabled(if: SharedData.folder != nil, "\(SharedData.absence)"),
    .enabled(if: Repetitions.isThorough, "it compiles large programs: see `make test-all`")
)
struct ImportedBodyTests {
    /// The known contradictions between the bodies of PokéAPI and its document.
    private static let pokeAPIContradictions = [
        "EvolutionChainDetail: expected ItemSummary at 'baby_trigger_item', found null (and in 531 more places)",
        "PokemonDetail: expected Int at 'moves[].version_group_details[].order', found null, which is read as missing (and in 65901 more places)",
        "PokemonDetail: expected AbilitySummary at 'past_abilities[].abilities[].ability', found null (and in 58 more places)",
        "PokemonDetail: PokemonSprites has no key 'back_default', found at 'sprites.back_default' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'back_female', found at 'sprites.back_female' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'back_shiny', found at 'sprites.back_shiny' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'back_shiny_female', found at 'sprites.back_shiny_female' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'front_female', found at 'sprites.front_female' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'front_shiny', found at 'sprites.front_shiny' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'front_shiny_female', found at 'sprites.front_shiny_female' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'other', found at 'sprites.other' (and in 148 more places)",
        "PokemonDetail: PokemonSprites has no key 'versions', found at 'sprites.versions' (and in 148 more places)",
        "PokemonDetail: expected the key 'pokemon' of PokemonHeldItem at 'held_items[]', found none (and in 64 more places)",
        "PokemonDetail: PokemonHeldItem has no key 'item', found at 'held_items[].item' (and in 64 more places)",
        "PokemonDetail: expected the key 'pokemon' of TypePokemon at 'past_types[].types[]', found none (and in 5 more places)",
        "PokemonDetail: TypePokemon has no key 'type', found at 'past_types[].types[].type' (and in 5 more places)",
        "PokemonSpeciesDetail: expected PokemonSpeciesSummary at 'evolves_from_species', found null (and in 540 more places)",
        "PokemonSpeciesDetail: expected PokemonHabitatSummary at 'habitat', found null (and in 638 more places)",
        // The pokemon of a type lack a property that was added for the past types of a pokemon.
        "TypeDetail: expected the key 'type' of TypePokemon at 'pokemon[]', found none (and in 2115 more places)",
        "TypeDetail: expected the key 'sprites' of TypeSprite at 'sprites', found none (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-iii', found at 'sprites.generation-iii' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-iv', found at 'sprites.generation-iv' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-ix', found at 'sprites.generation-ix' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-v', found at 'sprites.generation-v' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-vi', found at 'sprites.generation-vi' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-vii', found at 'sprites.generation-vii' (and in 20 more places)",
        "TypeDetail: TypeSprite has no key 'generation-viii', found at 'sprites.generation-viii' (and in 20 more places)",
        "TypeDetail: expected MoveDamageClassSummary at 'move_damage_class', found null (and in 3 more places)",
    ]

    /// The known contradictions between GitHub's webhooks, which are newer, and its document.
    private static let gitHubContradictions = [
        // Two of the samples are truncated.
        "Issue: expected the key 'assignee' of Issue at the body, found none, which is read as null (and in 1 more place)",
        "Issue: expected the key 'labels' of Issue at the body, found none (and in 1 more place)",
        "Issue: expected the key 'locked' of Issue at the body, found none (and in 1 more place)",
        "Issue: expected the key 'state' of Issue at the body, found none (and in 1 more place)",
        "Repository: Repository has no key 'custom_properties', found at 'custom_properties' (and in 51 more places)",
        "Repository: Repository has no key 'web_commit_signoff_required', found at 'web_commit_signoff_required' (and in 51 more places)",
        // It is empty.
        "Repository: expected URL at 'homepage', found a string (and in 1 more place)",
    ]

    /// The known contradictions between the examples in GitHub's document and the document.
    private static let exampleContradictions = [
        "get /repos/{}/{}/branches/{}/protection: expected the key 'checks' of ProtectedBranchRequiredStatusCheck at 'required_status_checks', found none",
        "post /repos/{}/{}/branches/{}/rename: expected the key 'checks' of ProtectedBranchRequiredStatusCheck at 'protection.required_status_checks', found none",
        "get /repos/{}/{}/code-scanning/alerts/{}/instances: CodeScanningAlertInstance has no key 'fixed_at', found at '[].fixed_at' (and in 1 more place)",
        "post /repos/{}/{}/codespaces: expected the key 'prebuild_availability' of NullableCodespaceMachine at 'machine', found none, which is read as null (and in 9 more places)",
        "get /user/codespaces/{}/machines: expected the key 'prebuild_availability' of CodespaceMachine at 'machines[]', found none, which is read as null (and in 1 more place)",
        "get /user/codespaces: expected the key 'pulls_url' of Codespace at 'codespaces[]', found none, which is read as null (and in 2 more places)",
        "get /user/codespaces: expected the key 'prebuild_availability' of NullableCodespaceMachine at 'codespaces[].machine', found none, which is read as null (and in 2 more places)",
        "get /repos/{}/{}/codespaces: expected the key 'pulls_url' of Codespace at 'codespaces[]', found none, which is read as null (and in 1 more place)",
        "get /repos/{}/{}/codespaces: expected the key 'prebuild_availability' of NullableCodespaceMachine at 'codespaces[].machine', found none, which is read as null (and in 1 more place)",
        "get /user/codespaces/secrets: expected the key 'secrets' of CodespacesListSecretsForAuthenticatedUserResponse at the body, found none",
        "get /user/codespaces/secrets: CodespacesListSecretsForAuthenticatedUserResponse has no key 'repositories', found at 'repositories'",
        "get /repos/{}/{}/codespaces/machines: expected the key 'prebuild_availability' of CodespaceMachine at 'machines[]', found none, which is read as null (and in 1 more place)",
        "get /repos/{}/{}/commits/{}: expected the key 'contents_url' of DiffEntry at 'files[]', found none",
        "get /repos/{}/{}/commits/{}: expected the key 'sha' of DiffEntry at 'files[]', found none",
        "get /orgs/{}/credential-authorizations: expected the key 'authorized_credential_id' of CredentialAuthorization at '[]', found none, which is read as null (and in 1 more place)",
        "get /orgs/{}/credential-authorizations: expected the key 'credential_accessed_at' of CredentialAuthorization at '[]', found none, which is read as null (and in 1 more place)",
        "get /orgs/{}/external-group/{}: expected Int at 'group_id', found a string (and in 1 more place)",
        "get /orgs/{}/external-groups: expected Int at 'groups[].group_id', found a string (and in 1 more place)",
        "get /orgs/{}/migrations: expected the key 'exclude_git_data' of Migration at '[]', found none (and in 5 more places)",
        "get /orgs/{}/migrations: expected the key 'exclude_metadata' of Migration at '[]', found none (and in 5 more places)",
        "get /repos/{}/{}/collaborators/{}/permission: expected the key 'role_name' of NullableCollaborator at 'user', found none",
        "get /repos/{}/{}/branches: expected the key 'checks' of ProtectedBranchRequiredStatusCheck at '[].protection.required_status_checks', found none",
        "get /repos/{}/{}/branches/{}/protection/required_status_checks: expected the key 'checks' of StatusCheckPolicy at the body, found none (and in 1 more place)",
    ]

    @Test("bodies of PokéAPI, which its document contradicts in known places")
    func pokeAPI() async throws {
        let folder = try await SharedData.pokeAPI([
            "ability", "evolution-chain", "pokemon-sample", "pokemon-species", "type",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let root = folder.appending(path: "data/api/v2")
        let names = [
            "ability": "Ability", "evolution-chain": "EvolutionChain", "pokemon": "Pokemon",
            "pokemon-species": "PokemonSpecies", "type": "Type",
        ]
        let kinds = names.sorted { $0.key < $1.key }.flatMap { name, type in
            let files = SharedData.files(in: root.appending(path: name))
            let list = root.appending(path: name).appending(path: "index.json")
            return [
                ImportedService.Kind(type: type + "Detail", files: files.filter { $0 != list }),
                ImportedService.Kind(type: "Paginated\(type)SummaryList", files: [list]),
            ]
        }
        #expect(kinds.map(\.files.count) == [373, 1, 541, 1, 149, 1, 1025, 1, 21, 1])
        try await check(
            ImportedService("pokeapi.yml", only: names.keys.map { "/api/v2/\($0)" }),
            kinds,
            contradictions: Self.pokeAPIContradictions
        )
    }

    @Test("the objects in GitHub's webhooks whose schemas its document has")
    func gitHub() async throws {
        let components = [
            "simple-user", "label", "milestone", "issue", "issue-comment", "organization-simple",
            "repository", "release",
        ]
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-webhooks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var service = try ImportedService("github-2022.yaml", only: components)
        // Missing values are decoded as the document's defaults, and encoded as such.
        for name in [
            "allowAutoMerge", "allowMergeCommit", "allowRebaseMerge", "allowSquashMerge",
            "deleteBranchOnMerge",
        ] {
            try service.dropDefault(of: name, in: "Repository")
        }
        try await check(
            service,
            webhooks(in: folder),
            contradictions: Self.gitHubContradictions
        )
    }

    @Test("the response examples in GitHub's document, some of which contradict it")
    func examples() throws {
        let (count, messages) = try ImportedService("github-2022.yaml")
            .examples(of: "github-2022.yaml")
        #expect(count == 569)
        #expect(messages == Self.exampleContradictions, "\(messages.joined(separator: "\n"))")
    }

    /// The objects of webhooks, each in its own file.
    private func webhooks(in folder: URL) throws -> [ImportedService.Kind] {
        let types = [
            ("assignee", "SimpleUser"), ("comment", "IssueComment"), ("issue", "Issue"),
            ("label", "Label"), ("milestone", "Milestone"), ("new_issue", "Issue"),
            ("new_repository", "Repository"), ("old_issue", "Issue"),
            ("old_repository", "Repository"), ("organization", "OrganizationSimple"),
            ("release", "Release"), ("repository", "Repository"), ("sender", "SimpleUser"),
        ]
        let root = try #require(SharedData.folder).appending(path: "json/github-webhooks")
        var files: [String: [URL]] = [:]
        for file in SharedData.files(in: root) {
            let body = try JSON(jsonData: Data(contentsOf: file))
            let name = file.pathComponents.suffix(2).joined(separator: "-")
            for (key, type) in types {
                guard let object = body[key] ?? body["changes"]?[key], object.object != nil else {
                    continue
                }
                // A push has a different kind of repository, for which the document has no schema.
                if key == "repository", name.hasPrefix("push") { continue }
                let url = folder.appending(path: "\(key)-\(name)")
                try object.jsonData().write(to: url)
                files[type, default: []].append(url)
            }
        }
        return files.sorted { $0.key < $1.key }.map { .init(type: $0.key, files: $0.value) }
    }

    /// Compares bodies with the imported schema, before and after the proposed changes.
    ///
    /// - Parameters:
    ///   - service: The imported service.
    ///   - kinds: The bodies.
    ///   - contradictions: The exact list of contradictions between bodies and document.
    /// - Throws: if a file cannot be read, or the code does not compile.
    private func check(
        _ service: ImportedService,
        _ kinds: [ImportedService.Kind],
        contradictions: [String]
    ) async throws {
        var service = service
        var found: [String] = []
        for kind in kinds {
            let result = try service.comparison(kind)
            found += result.diagnostics.map { "\(kind.type): \($0.message)" }
            if let change = result.change { service.apply(change) }
        }
        #expect(found == contradictions, "\(found.joined(separator: "\n"))")
        let failures = try await service.failures(kinds)
        let list = failures.prefix(20).joined(separator: "\n")
        #expect(failures.isEmpty, "\(failures.count) of them:\n\(list)")
    }
}
