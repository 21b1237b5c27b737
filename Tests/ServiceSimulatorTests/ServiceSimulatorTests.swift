import Testing

@Suite("ServiceSimulator")
struct ServiceSimulatorTests {}
