import Testing

/// All tests on real engines. In one process they run one after another: some keep time, which a
/// crowd on the processor would spoil.
@Suite(.serialized)
enum EngineTests {}
