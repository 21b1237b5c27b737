import Testing

/// All tests on real engines. They run one after another in a process, because some depend on time,
/// which a busy processor would disturb.
@Suite(.serialized)
enum EngineTests {}
