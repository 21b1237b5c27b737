import Testing

@Suite("PlayerKitServices")
struct PlayerKitServicesTests {}
