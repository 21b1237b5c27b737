// TagLib is C++: only the shim in CTagLib includes it. This brings its flags, and links it.
