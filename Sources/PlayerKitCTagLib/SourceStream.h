#pragma once

#include "ctaglib.h"

#include <taglib.h>
#include <tbytevector.h>
#include <tiostream.h>

#if TAGLIB_MAJOR_VERSION >= 2
typedef TagLib::offset_t SourceOffset;
typedef size_t SourceCount;
typedef TagLib::offset_t SourceStart;
typedef size_t SourceReplace;
#else
typedef long SourceOffset;
typedef TagLib::ulong SourceCount;
typedef TagLib::ulong SourceStart;
typedef TagLib::ulong SourceReplace;
#endif

// The bytes of a source as TagLib wants them. It can't be written.
class SourceStream : public TagLib::IOStream {
public:
  explicit SourceStream(const ctaglib_source &source) : source(source) {}

  // Names lie.
  TagLib::FileName name() const override {
#ifdef _WIN32
    return L"";
#else
    return "";
#endif
  }

  TagLib::ByteVector readBlock(SourceCount count) override {
    // A block is no longer than the rest of the media, and no longer than the largest tag.
    if (offset < 0 || offset >= source.size) return TagLib::ByteVector();
    int64_t left = source.size - offset;
    size_t wanted = (int64_t)count < left && count < longest ? (size_t)count
        : (size_t)(left < (int64_t)longest ? left : (int64_t)longest);
    if (wanted == 0 || !source.allow(source.context, wanted)) return TagLib::ByteVector();
    TagLib::ByteVector block((unsigned)wanted, 0);
    size_t read = source.read(source.context, offset, (uint8_t *)block.data(), wanted);
    if (read > wanted) read = 0;
    if (read < wanted) block.resize((unsigned)read);
    offset += (int64_t)read;
    return block;
  }

  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, SourceStart, SourceReplace) override {}
  void removeBlock(SourceStart, SourceReplace) override {}
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }

  void seek(SourceOffset to, Position from) override {
    int64_t base = from == Beginning ? 0 : from == Current ? offset : source.size;
    int64_t result;
    // As a file does, it stays where it is if it can't go there.
    if (__builtin_add_overflow(base, (int64_t)to, &result) || result < 0) return;
    offset = result;
  }

  void clear() override {}
  SourceOffset tell() const override { return (SourceOffset)offset; }
  SourceOffset length() override { return (SourceOffset)source.size; }
  void truncate(SourceOffset) override {}

private:
  static const size_t longest = 64u << 20;
  const ctaglib_source source;
  int64_t offset = 0;
};
