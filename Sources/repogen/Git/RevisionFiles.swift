import Foundation

/// Files of a project at a Git revision, in a temporary folder that is deleted with this object.
final class RevisionFiles {
    /// The revision, as named by the user.
    let name: String
    /// The folder of the project in the repository: empty, or with a trailing slash.
    let prefix: String
    /// The folder of the project in the temporary folder.
    let root: URL
    private let git: Git
    private let folder: URL
    private let commit: String
    private var taken: Set<String> = []

    /// Finds a revision.
    ///
    /// - Parameters:
    ///   - name: The Git revision: `HEAD~2`, `origin/main`.
    ///   - project: The folder of the project.
    /// - Throws: if the project is not in a repository, or the revision does not exist.
    init(_ name: String, of project: URL) throws(ToolError) {
        git = Git(folder: project.path)
        guard let top = git.run(["rev-parse", "--show-prefix"]) else {
            throw .arguments("`git` was not found, to read '\(name)'", hint: "install git")
        }
        guard top.status == 0 else {
            guard top.errors.contains("not a git repository") else {
                throw .disk("git cannot read '\(project.path)': \(top.errors)")
            }
            throw .arguments(
                "'\(project.path)' is not in a Git repository, so it has no earlier revision",
                hint: "`repogen check` compares with the generated files on disk"
            )
        }
        let found = git.run([
            "rev-parse", "--quiet", "--verify", "--end-of-options", name + "^{commit}",
        ])
        guard let found, found.status == 0 else {
            if name == "HEAD" {
                throw .arguments(
                    "the branch has no commit yet, so there is no earlier revision",
                    hint: "commit the schemas, and compare later changes"
                )
            }
            throw .arguments(
                "no revision '\(name)'",
                hint: "`git log --oneline` lists the commits"
            )
        }
        self.name = name
        prefix = top.text
        commit = found.text
        folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-revision-\(UUID().uuidString)")
        let tree = folder.appending(path: "tree", directoryHint: .isDirectory)
        root = prefix.isEmpty ? tree : tree.appending(path: prefix, directoryHint: .isDirectory)
        try DiskFile(root.path).makeFolder(root.path)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Extracts the files at and below paths from the revision; skips missing ones.
    ///
    /// - Parameter paths: The paths, relative to the project.
    /// - Throws: if Git cannot provide them.
    func take(_ paths: [String]) throws(ToolError) {
        try takeFromTop(paths.map { prefix + $0 })
    }

    private func takeFromTop(_ paths: [String]) throws(ToolError) {
        let wanted = paths.compactMap(Self.withoutDetours).filter { taken.insert($0).inserted }
        guard !wanted.isEmpty else { return }
        let list = try answer(
            ["ls-tree", "-r", "-z", "--full-tree", commit, "--"] + wanted.map(Self.pathspec)
        )
        // `100644 blob e8823e1766638e70fd9e260913a383f8fe68a237<tab>Schemas/messages.yaml`
        let entries = list.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard !entries.isEmpty else { return }
        let found = entries.compactMap {
            $0.split(separator: "\t", maxSplits: 1).last.map(String.init)
        }
        let present = wanted.filter { path in
            found.contains { path.isEmpty || $0 == path || $0.hasPrefix(path + "/") }
        }
        // A separate working tree and index: those of the user are unchanged.
        _ = try answer(
            [
                "--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "--work-tree",
                folder.appending(path: "tree").path, "checkout", "--quiet", commit, "--",
            ] + present.map(Self.pathspec),
            variables: ["GIT_INDEX_FILE": folder.appending(path: "index").path]
        )
        try takeFromTop(zip(entries, found).filter { $0.0.hasPrefix("120000 ") }.map(destination))
    }

    private static func pathspec(_ path: String) -> String { path.isEmpty ? "." : path }

    /// The target of a link, from the top of the repository.
    private func destination(of entry: String, _ path: String) -> String {
        let link = folder.appending(path: "tree").appending(path: path).path
        let leads = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        return (parent.isEmpty ? "" : parent + "/") + (leads ?? "")
    }

    private func answer(
        _ arguments: [String],
        variables: [String: String] = [:]
    ) throws(ToolError) -> Git.Answer {
        let answer = git.run(arguments, variables: variables)
        guard let answer, answer.status == 0 else {
            let reason = answer?.errors ?? "`git` was not found"
            throw .disk("cannot read the revision '\(name)': \(reason)")
        }
        return answer
    }

    /// A path without `.` and `..`; nil if it leads out of the repository.
    private static func withoutDetours(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.joined(separator: "/")
    }
}
