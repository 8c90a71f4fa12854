import SwiftEmitter

/// The changes that bring an output folder up to date.
struct OutputPlan {
    /// One change of a file.
    struct Change {
        /// The kind of change.
        enum Kind {
            case create([UInt8])
            case update(old: [UInt8], new: [UInt8])
            case remove(old: [UInt8])
        }

        /// The path in the output folder.
        let path: String
        let kind: Kind
        /// Whether the replaced file was edited by hand.
        var isOfEdited = false

        /// The new contents; nil for a deleted file.
        var new: [UInt8]? {
            switch kind {
            case .create(let new), .update(_, let new): new
            case .remove: nil
            }
        }

        /// Whether only line endings change.
        var isOfLineEnds: Bool {
            guard case .update(let old, let new) = kind else { return false }
            return LineEnds.normalized(old) == new
        }

        /// The old contents; nil for a new file.
        var old: [UInt8]? {
            switch kind {
            case .create: nil
            case .update(let old, _), .remove(let old): old
            }
        }
    }

    /// An outdated file that is not touched.
    struct Obstacle {
        /// The reason.
        enum Kind {
            /// Repogen wrote it, and it was edited; the value tells whether Repogen would still
            /// write the same, so that all differences are edits.
            case edited(old: [UInt8], new: [UInt8], isWrittenAsBefore: Bool)
            /// A merge is unfinished, and the version of a side was edited, not necessarily the one
            /// on disk.
            case editedSide(MergedFiles.Side, old: [UInt8], new: [UInt8])
            /// Repogen wrote it, and it is unknown whether it was edited.
            case unlisted(old: [UInt8], new: [UInt8], Manifest.State)
            /// Repogen did not write it.
            case foreign
            /// It is a link, or is reached through one.
            case link
            /// It is a folder.
            case folder
            /// It is another item, for example "a named pipe".
            case special(String)
        }

        /// The path in the output folder.
        let path: String
        let kind: Kind
    }

    /// A file that is kept although no schema produces it.
    struct Leftover {
        /// The path in the output folder.
        let path: String
        /// Whether it was edited; if not, the manifest does not list it.
        let isEdited: Bool
    }

    /// The output folder.
    let folder: OutputFolder
    /// The changes, sorted by path.
    let changes: [Change]
    /// The files that are up to date, including the manifest.
    let unchanged: [String]
    /// The files that are in the way.
    let obstacles: [Obstacle]
    /// Files of an earlier schema that are kept.
    let leftovers: [Leftover]
    /// Leftovers of killed runs, which are deleted.
    let temporaries: [String]
    /// Whether Git expects unmerged files in the folder to be added.
    var isInMerge = false
    /// The manifest on disk.
    let manifestBefore: Manifest
    /// The manifest after the plan is carried out.
    let manifestAfter: Manifest
    /// The bytes of that manifest.
    let manifestBytes: [UInt8]

    /// Whether the plan changes nothing.
    var isEmpty: Bool { changes.isEmpty }

    /// Checks that the files to write are consistent with the other files on disk.
    ///
    /// With files of another grouping, declarations would be duplicated.
    ///
    /// - Parameters:
    ///   - files: All files of the output.
    ///   - path: The folder, as shown to the reader.
    /// - Throws: if none of the files on disk belongs to the output.
    func requireSameGrouping(as files: [GeneratedFile], in path: String) throws(ToolError) {
        // Every grouping has these files.
        let listed = Set(
            manifestBefore.paths.filter {
                $0 != GitAttributes.name && !GeneratedFile.isRuntimeVersion($0)
            }
        )
        guard !listed.isEmpty, listed.isDisjoint(with: files.map(\.path)) else { return }
        throw .arguments(
            "'\(path)' was generated with another grouping or from other schemas: none of its "
                + "files belongs to this output",
            hint: "run `repogen generate` without `--only` first"
        )
    }

    /// The changes of files with generated declarations.
    var changesOfSources: [Change] {
        changes.filter { $0.path != Manifest.name && $0.path != GitAttributes.name }
    }
}
