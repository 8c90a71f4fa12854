extension ProjectConfiguration.Output {
    /// The name of the module that the files are compiled into: the one in the configuration, or
    /// the folder in `Sources`, as in the package manager; nil if there is neither.
    package var moduleName: String? {
        if let module { return module }
        let parts = OutputPlace.parts(of: output)
        guard let sources = parts.lastIndex(of: "Sources"), sources + 1 < parts.count else {
            return nil
        }
        let name = String(
            parts[sources + 1].map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
        )
        return Self.isModuleName(name) ? name : nil
    }

    /// Whether a string can be the name of a module.
    static func isModuleName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
    }
}

extension ProjectConfiguration {
    /// An output whose types another one can use.
    package struct Import: Hashable, Sendable {
        /// The position of the output.
        package let output: Int
        /// The name of its module.
        package let module: String
        /// Whether the other output imports it directly.
        package let isNamed: Bool
    }

    /// The direct and indirect imports of an output, each before those that import it.
    ///
    /// - Parameter output: The position of the output.
    /// - Returns: The imports, each once; none for a module that no output has.
    package func imports(of output: Int) -> [Import] {
        var found: [Import] = []
        var seen: Set<Int> = [output]
        collect(output, &seen, &found)
        let named = Set(outputs[output].imports)
        return found.map {
            Import(output: $0.output, module: $0.module, isNamed: named.contains($0.module))
        }
    }

    private func collect(_ output: Int, _ seen: inout Set<Int>, _ found: inout [Import]) {
        for module in outputs[output].imports {
            guard let index = outputs.firstIndex(where: { $0.moduleName == module }),
                seen.insert(index).inserted
            else { continue }
            collect(index, &seen, &found)
            found.append(Import(output: index, module: module, isNamed: true))
        }
    }

    /// The modules of an import cycle that starts at an output; nil if there is none.
    func cycle(from output: Int) -> [String]? {
        way(from: output, to: output, [])
    }

    private func way(from output: Int, to end: Int, _ passed: Set<Int>) -> [String]? {
        for module in outputs[output].imports {
            guard let index = outputs.firstIndex(where: { $0.moduleName == module }) else {
                continue
            }
            if index == end { return [module] }
            guard !passed.contains(index) else { continue }
            if let rest = way(from: index, to: end, passed.union([index])) {
                return [module] + rest
            }
        }
        return nil
    }
}
