package import Diagnostics
package import SchemaImport

/// Inference as one call: from bodies and recordings to a proposed schema.
package struct BodyInference: Sendable {
    /// What was inferred.
    package struct Result: Sendable {
        /// The schema.
        package var schema: ProposedSchema
        /// For each kind of bodies the type of one of them.
        package var types: [ProposedType?]
        /// For each kind of bodies the numbers of the files that have them.
        package var files: [[Int]]
        /// The mistakes in bodies.
        package var diagnostics: [Diagnostic]
        /// How many bodies were read.
        package var count: Int
    }

    private let name: String?
    private let settings: ProposalSettings

    /// Makes an inference.
    ///
    /// - Parameters:
    ///   - name: The name of what all bodies are; nil where they may be of several kinds.
    ///   - settings: What is wanted of the proposal.
    package init(name: String? = nil, settings: ProposalSettings = ProposalSettings()) {
        self.name = name
        self.settings = settings
    }

    /// Infers a schema.
    ///
    /// - Parameters:
    ///   - bodies: Files with bodies.
    ///   - recordings: Files with recorded sessions.
    /// - Returns: The schema, and the mistakes in bodies.
    /// - Throws: Where a file cannot be read.
    package func infer(bodies: [BodySource], recordings: [BodySource] = []) throws -> Result {
        let learning = try BodyLearner(name: name).learn(bodies)
        var proposal: BodyProposal
        var diagnostics = learning.diagnostics
        var count = learning.count
        if recordings.isEmpty {
            proposal = SchemaProposer(settings).propose(learning)
        } else {
            var recorded = RecordingLearner()
            for recording in recordings { try recorded.learn(recording) }
            recorded.reportOthers(in: recordings)
            proposal = RecordingProposer(settings).propose(recorded, with: learning.kinds)
            diagnostics += recorded.diagnostics
            count += recorded.count
        }
        diagnostics += SchemaValidity.ensure(
            &proposal.schema,
            reservedNames: settings.reservedNames
        )
        return Result(
            schema: proposal.schema,
            types: proposal.types,
            files: proposal.types.indices.map {
                learning.kinds.indices.contains($0) ? learning.kinds[$0].files : []
            },
            diagnostics: diagnostics,
            count: count
        )
    }
}
