/// Estimates how long generated code takes to compile, without a compiler.
///
/// A declaration has a time for itself, and one for each of its lines that depends on what it is. They are least
/// squares of the processor time of 332 generated files of this package, in debug builds by Swift 6.3 on two x86-64
/// cores: `Scripts/compile-estimate` measures them again. Half of the declarations are estimated within 8 %, nine of
/// ten within 25 %; the sums of the three large modules within 4 % of what the compiler takes. Another machine is
/// faster or slower by a factor, the same for all: so compare estimates with estimates.
enum CompileEstimate {
    /// Microseconds for a declaration, whatever it is: the compiler looks up what it refers to.
    private static let declaration = 20_000

    /// The processor time of a declaration in a debug build, in microseconds.
    ///
    /// - Parameters:
    ///   - size: Its file.
    ///   - kind: What it is.
    /// - Returns: The estimate.
    static func microseconds(of size: CodeSize, _ kind: DeclarationKind) -> Int {
        microsecondsOfLine(kind).map { declaration + $0 * size.lines } ?? 0
    }

    /// Microseconds for each line; nil where the whole takes nothing.
    private static func microsecondsOfLine(_ kind: DeclarationKind) -> Int? {
        switch kind {
        case .apis: 180
        case .enums: 300
        case .unions: 360
        case .values: 330
        case .entities: 240
        case .endpoints: 160
        case .repositories: 290
        case .mocks: 340
        // Too few are among the files: taken for repositories, whose functions they have.
        case .relations: 290
        // Aliases, and a constant.
        case .scalars, .other: nil
        }
    }
}
