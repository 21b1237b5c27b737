// TagLib is C++: only the shim in PlayerKitCTagLib includes it. This brings its flags, and links it.
