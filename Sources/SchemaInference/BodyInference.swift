package import Diagnostics
package import SchemaImport

/// Infers a proposed schema from bodies and recordings.
package struct BodyInference: Sendable {
    /// The result.
    package struct Result: Sendable {
        /// The schema.
        package var schema: ProposedSchema
        /// The type of the bodies of each kind.
        package var types: [ProposedType?]
        /// The numbers of the files of each kind.
        package var files: [[Int]]
        /// The errors in bodies.
        package var diagnostics: [Diagnostic]
        /// The number of bodies read.
        package var count: Int
    }

    private let name: String?
    private let settings: ProposalSettings

    /// Creates an inference.
    ///
    /// - Parameters:
    ///   - name: The type name of all bodies; nil if there may be several types.
    ///   - settings: The settings of the proposal.
    package init(name: String? = nil, settings: ProposalSettings = ProposalSettings()) {
        self.name = name
        self.settings = settings
    }

    /// Infers a schema.
    ///
    /// - Parameters:
    ///   - bodies: Files with bodies.
    ///   - recordings: Files with recorded sessions.
    /// - Returns: The schema, and the errors in bodies.
    /// - Throws: if a file cannot be read.
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
