import PlayerKitSystem

/// A registry of stored track types by their stable names.
///
/// It is a value that initially contains ``URLTrack``. An app adds its own types, and the types of
/// the services that it uses, before it restores a queue.
public struct TrackRegistry: Sendable {
  private var decoders: [String: @Sendable (StoredTrack) throws -> any Track] = [:]

  /// Creates a registry with ``URLTrack``.
  public init() {
    add(URLTrack.self)
  }

  /// Adds a type, replacing an earlier one of the same name.
  ///
  /// ```swift
  /// registry.add(Tune.self)
  /// registry.add(Tune.self, storedAs: "com.example.song")
  /// ```
  ///
  /// - Parameter type: The type of the tracks.
  /// - Parameter name: The name that the tracks were stored with; `nil` for the current one. Pass
  ///   an earlier name of the type to read what an earlier version of the app has stored. The
  ///   tracks are written with the current name the next time.
  public mutating func add<Stored: StorableTrack>(
    _ type: Stored.Type,
    storedAs name: String? = nil
  ) {
    add(type, storedAs: name) { try JSONDecoder().decode(type, from: $0.data) }
  }

  /// Adds a type whose tracks need something from the app to be decoded.
  ///
  /// - Parameters:
  ///   - type: The type of the tracks.
  ///   - name: The name that the tracks were stored with; `nil` for the current one.
  ///   - decode: Decodes a stored track. It may be called on any thread, a million times in a row.
  ///     If it throws, the track becomes an ``UnknownTrack`` for now.
  public mutating func add<Stored: StorableTrack>(
    _ type: Stored.Type,
    storedAs name: String? = nil,
    decode: @escaping @Sendable (StoredTrack) throws -> Stored
  ) {
    decoders[name ?? type.storedType] = decode
  }

  /// The names of the registered types.
  public var types: Set<String> { Set(decoders.keys) }

  /// Encodes a track for a store. The type need not be registered.
  ///
  /// - Throws: ``QueueStoreError/Code/notStorable`` if the track is not a ``StorableTrack`` or its
  ///   encoding fails. Apps can call this to check a track in advance.
  public func encode(_ track: any Track) throws(QueueStoreError) -> StoredTrack {
    if let unknown = track as? UnknownTrack { return unknown.stored }
    guard let storable = track as? any StorableTrack else {
      throw QueueStoreError(
        .notStorable,
        "The track “\(track.id)” can't be stored: its type \(type(of: track)) does not say how."
      )
    }
    do {
      return StoredTrack(
        type: type(of: storable).storedType,
        id: storable.storedID,
        metadata: storable.metadata,
        data: try Self.data(of: storable)
      )
    } catch {
      throw QueueStoreError(
        .notStorable,
        "The track “\(track.id)” can't be stored: it did not let itself be encoded.",
        underlying: error
      )
    }
  }

  /// Decodes a stored track; returns an ``UnknownTrack`` if the type is unknown or fails to decode
  /// it.
  public func decode(_ stored: StoredTrack) -> any Track {
    guard let decode = decoders[stored.type] else { return UnknownTrack(stored) }
    return (try? decode(stored)) ?? UnknownTrack(stored, isRegistered: true)
  }

  private static func data(of track: some StorableTrack) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(track)
  }
}
