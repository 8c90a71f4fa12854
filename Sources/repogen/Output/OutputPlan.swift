import SwiftEmitter

/// What has to happen in an output folder so that it holds what was generated.
struct OutputPlan {
    /// One change of a file.
    struct Change {
        /// What happens.
        enum Kind {
            case create([UInt8])
            case update(old: [UInt8], new: [UInt8])
            case remove(old: [UInt8])
        }

        /// The path in the output folder.
        let path: String
        let kind: Kind
        /// Whether somebody edited what is replaced.
        var isOfEdited = false

        /// The bytes that the file has after it; nil where it is gone.
        var new: [UInt8]? {
            switch kind {
            case .create(let new), .update(_, let new): new
            case .remove: nil
            }
        }

        /// Whether nothing but the ends of lines changes.
        var isOfLineEnds: Bool {
            guard case .update(let old, let new) = kind else { return false }
            return LineEnds.normalized(old) == new
        }

        /// The bytes that the file has before it; nil where there is none.
        var old: [UInt8]? {
            switch kind {
            case .create: nil
            case .update(let old, _), .remove(let old): old
            }
        }
    }

    /// A file that is not as it should be, and is not touched.
    struct Obstacle {
        /// Why it is not touched.
        enum Kind {
            /// Repogen wrote it, and somebody changed it; whether Repogen wrote then what it would
            /// write now tells whether all that differs is the change.
            case edited(old: [UInt8], new: [UInt8], isWrittenAsBefore: Bool)
            /// A merge is not finished, and somebody changed the version of a side, which need not be the
            /// one that is there.
            case editedSide(MergedFiles.Side, old: [UInt8], new: [UInt8])
            /// Repogen wrote it, and nobody knows whether somebody changed it.
            case unlisted(old: [UInt8], new: [UInt8], Manifest.State)
            /// Somebody else wrote it.
            case foreign
            /// It is a link, or a link leads to it.
            case link
            /// It is a folder.
            case folder
            /// It is something else that is no file, such as "a named pipe".
            case special(String)
        }

        /// The path in the output folder.
        let path: String
        let kind: Kind
    }

    /// A file that belongs to no schema and is kept.
    struct Leftover {
        /// The path in the output folder.
        let path: String
        /// Whether somebody edited it; otherwise the manifest does not know it.
        let isEdited: Bool
    }

    /// The output folder.
    let folder: OutputFolder
    /// The changes, sorted by path.
    let changes: [Change]
    /// The files that are as they should be, the manifest among them.
    let unchanged: [String]
    /// The files that are in the way.
    let obstacles: [Obstacle]
    /// Files of an earlier schema that are kept.
    let leftovers: [Leftover]
    /// What killed runs left, which is removed.
    let temporaries: [String]
    /// Whether git waits to be told of files in the folder that it did not merge.
    var isInMerge = false
    /// The manifest as it is on disk.
    let manifestBefore: Manifest
    /// The manifest of what is there when the plan is carried out.
    let manifestAfter: Manifest

    /// Whether the plan changes nothing.
    var isEmpty: Bool { changes.isEmpty }

    /// Makes sure that what is written of some files fits to the others that are there.
    ///
    /// Beside files of another grouping a declaration would stand twice.
    ///
    /// - Parameters:
    ///   - files: All files that belong into the folder.
    ///   - path: The folder, as the reader knows it.
    /// - Throws: where none of them is among those that stand there.
    func requireSameGrouping(as files: [GeneratedFile], in path: String) throws(ToolError) {
        let shared: Set = [GitAttributes.name, GeneratedFile.runtimeVersionPath]
        let listed = Set(manifestBefore.paths).subtracting(shared)
        guard !listed.isEmpty, listed.isDisjoint(with: files.map(\.path)) else { return }
        throw .arguments(
            "'\(path)' was written with another grouping, or from other schemas: none of its files would "
                + "be written now",
            hint: "run `repogen generate` without `--only` first"
        )
    }

    /// The changes of files that were generated from declarations.
    var changesOfSources: [Change] {
        changes.filter { $0.path != Manifest.name && $0.path != GitAttributes.name }
    }
}
