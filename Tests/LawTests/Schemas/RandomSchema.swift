import Diagnostics
import TestSupport

/// A schema without mistakes, of any size and shape: the same one for the same seed.
struct RandomSchema {
    /// The seed; names begin with it, so that schemas can be compiled as one module.
    let seed: UInt64
    /// The files, sorted by path.
    let files: [SourceFile]

    /// Makes a schema.
    init(seed: UInt64) {
        self.seed = seed
        var maker = SchemaMaker(seed: seed)
        files = maker.make()
    }
}

extension RandomSchema {
    /// Makes a schema of other files than those that come of its seed.
    init(seed: UInt64, files: [SourceFile]) {
        self.seed = seed
        self.files = files
    }
}
