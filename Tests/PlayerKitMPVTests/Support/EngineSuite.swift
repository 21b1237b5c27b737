import Testing

/// All tests on real engines, one after another: some keep time, which a crowd on the processor
/// would spoil.
@Suite(.serialized)
enum EngineTests {}
