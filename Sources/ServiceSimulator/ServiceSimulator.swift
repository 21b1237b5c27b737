/// A local http server that behaves like the music services.
public enum ServiceSimulator {}
