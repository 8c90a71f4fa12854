import Diagnostics
import TestSupport

/// A random schema without errors, of any size and shape; the same seed gives the same schema.
struct RandomSchema {
    /// The seed; names begin with it, so that several schemas can compile as one module.
    let seed: UInt64
    /// The files, sorted by path.
    let files: [SourceFile]

    /// Creates a schema.
    init(seed: UInt64) {
        self.seed = seed
        var maker = SchemaMaker(seed: seed)
        files = maker.make()
    }
}

extension RandomSchema {
    /// Creates a schema from other files than those of its seed.
    init(seed: UInt64, files: [SourceFile]) {
        self.seed = seed
        self.files = files
    }
}
