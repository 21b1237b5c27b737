#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Knows the types of tracks that are stored, by their stable names.
///
/// A value; one that is made knows ``URLTrack``. An app adds its own types, and those of the
/// services that it uses, before it restores a queue.
public struct TrackRegistry: Sendable {
  private var decoders: [String: @Sendable (StoredTrack) throws -> any Track] = [:]

  /// Knows ``URLTrack``.
  public init() {
    add(URLTrack.self)
  }

  /// Adds a type, in place of an earlier one of its name.
  ///
  /// ```swift
  /// registry.add(Tune.self)
  /// registry.add(Tune.self, storedAs: "com.example.song")
  /// ```
  ///
  /// - Parameter name: The name that the tracks were stored with; `nil` for the present one. Pass
  ///   an earlier name of the type to read what an earlier version of the app has stored. It is
  ///   written with the present name the next time.
  public mutating func add<Stored: StorableTrack>(
    _ type: Stored.Type,
    storedAs name: String? = nil
  ) {
    add(type, storedAs: name) { try JSONDecoder().decode(type, from: $0.data) }
  }

  /// Adds a type whose tracks need something of the app to be made again.
  ///
  /// - Parameters:
  ///   - name: The name that the tracks were stored with; `nil` for the present one.
  ///   - decode: Makes a track of what was stored. It may be called on any thread, a million times
  ///     in a row. If it throws, the track becomes an ``UnknownTrack`` for the time being.
  public mutating func add<Stored: StorableTrack>(
    _ type: Stored.Type,
    storedAs name: String? = nil,
    decode: @escaping @Sendable (StoredTrack) throws -> Stored
  ) {
    decoders[name ?? type.storedType] = decode
  }

  /// The names of the types that it knows.
  public var types: Set<String> { Set(decoders.keys) }

  /// A track as a store keeps it. The type need not be in the registry.
  ///
  /// - Throws: ``QueueStoreError/Code/notStorable`` where the track is no ``StorableTrack``, or
  ///   does not let itself be encoded. An app that wants to know beforehand asks here.
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

  /// The track that was stored; an ``UnknownTrack`` where the type is not known, or fails to read
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
