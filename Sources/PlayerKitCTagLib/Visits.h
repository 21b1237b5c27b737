#pragma once

#include "ctaglib.h"

#include <apetag.h>
#include <asftag.h>
#include <flacpicture.h>
#include <id3v1tag.h>
#include <id3v2frame.h>
#include <id3v2tag.h>
#include <mp4tag.h>
#include <xiphcomment.h>

// Tells a visitor of what tags hold.
class Visits {
public:
  explicit Visits(const ctaglib_visitor &visitor) : visitor(visitor) {}

  void id3v2(TagLib::ID3v2::Tag *tag) const;
  void id3v1(TagLib::ID3v1::Tag *tag) const;
  void comments(TagLib::Ogg::XiphComment *tag) const;
  void ape(TagLib::APE::Tag *tag) const;
  void items(TagLib::MP4::Tag *tag) const;
  void attributes(TagLib::ASF::Tag *tag) const;
  void info(const TagLib::ByteVector &list) const;
  void pictures(const TagLib::List<TagLib::FLAC::Picture *> &list) const;

private:
  void frame(TagLib::ID3v2::Frame *frame, int chapter, int &lists) const;
  void text(ctaglib_tag tag, const TagLib::String &key, const TagLib::String &value,
            bool isLatin1 = false, int chapter = -1) const;
  void texts(ctaglib_tag tag, const TagLib::String &key, const TagLib::StringList &values,
             bool isLatin1 = false, int chapter = -1) const;
  void picture(const TagLib::ByteVector &bytes, const TagLib::String &mime,
               const TagLib::String &description, int type, int chapter = -1) const;
  void words(const TagLib::ByteVector &language, const TagLib::String &text, int64_t milliseconds,
             int list, bool isLatin1) const;

  const ctaglib_visitor visitor;
};
