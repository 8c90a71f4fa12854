/// The exact cases of the YAML test suite in which this reader deviates from it.
///
/// A case that no longer deviates fails its test until it is removed here.
enum KnownDeviations {
    /// Valid texts that libyaml 0.2.5 rejects.
    static let refusedByLibYAML: Set = [
        "2JQS", "2LFX", "2SXE", "4ABK", "4MUZ/00", "4MUZ/01", "4MUZ/02", "58MP", "5MUD",
        "5T43", "6BCT", "6CA3", "6LVF", "6M2F", "7Z25", "8XYN", "96NN/00", "96NN/01",
        "9SA2", "A2M4", "BEC7", "CFD4", "DBG4", "DK3J", "DK95/00", "DK95/03", "DK95/04",
        "FP8R", "FRK4", "HM87/00", "HWV9", "K3WX", "M2N8/00", "M7A3", "MUS6/05", "MUS6/06",
        "NHX8", "NJ66", "NKF9", "Q5MG", "QT73", "R4YG", "S3PD", "SM9W/01", "UKK6/00",
        "UT92", "VJP3/01", "W4TN", "W5VH", "Y79Y/001", "Y79Y/010",
    ]

    /// Invalid texts that libyaml 0.2.5 accepts.
    static let readByLibYAML: Set = [
        "9C9N", "9HCY", "9JBA", "CVW2", "DK95/01", "EB22", "G5U8", "MUS6/00", "MUS6/01",
        "QB6E", "RHX7", "S98Z", "SU5Z", "X4QW", "Y79Y/003", "YJV2",
    ]

    /// Valid texts that libyaml 0.2.5 misreads.
    static let misreadByLibYAML: Set = [
        "652Z", "HM87/01", "JEF9/02", "L24T/01", "Y2GN",
    ]

    /// Valid texts that this reader rejects on purpose: a duplicate key through its alias.
    static let refusedOnPurpose: Set = ["X38W"]
}
