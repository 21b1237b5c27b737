#include "Visits.h"

#include <cstring>

#include <asfpicture.h>
#include <mp4coverart.h>
#include <mp4item.h>

using namespace TagLib;

void Visits::text(ctaglib_tag tag, const String &key, const String &value, bool isLatin1,
                  int chapter) const {
  std::string keyText = key.to8Bit(true);
  std::string valueText = value.to8Bit(true);
  ctaglib_field field;
  field.key = keyText.data();
  field.key_length = keyText.size();
  field.value = valueText.data();
  field.value_length = valueText.size();
  field.tag = tag;
  field.is_latin1 = isLatin1 ? 1 : 0;
  field.chapter = chapter;
  visitor.field(visitor.context, &field);
}

void Visits::texts(ctaglib_tag tag, const String &key, const StringList &values, bool isLatin1,
                   int chapter) const {
  for (StringList::ConstIterator it = values.begin(); it != values.end(); ++it)
    text(tag, key, *it, isLatin1, chapter);
}

void Visits::picture(const ByteVector &bytes, const String &mime, const String &description,
                     int type, int chapter) const {
  std::string mimeText = mime.to8Bit(true);
  std::string descriptionText = description.to8Bit(true);
  ctaglib_picture picture;
  picture.bytes = (const uint8_t *)bytes.data();
  picture.count = bytes.size();
  picture.mime = mimeText.c_str();
  picture.description = descriptionText.c_str();
  picture.type = type;
  picture.chapter = chapter;
  visitor.picture(visitor.context, &picture);
}

void Visits::words(const ByteVector &language, const String &text, int64_t milliseconds, int list,
                   bool isLatin1) const {
  char letters[4] = {0, 0, 0, 0};
  for (unsigned index = 0; index < language.size() && index < 3; index++)
    letters[index] = language[index];
  std::string utf8 = text.to8Bit(true);
  visitor.words(visitor.context, letters, utf8.data(), utf8.size(), milliseconds, list,
                isLatin1 ? 1 : 0);
}

void Visits::id3v1(ID3v1::Tag *tag) const {
  text(ctaglib_id3v1, "TITLE", tag->title(), true);
  text(ctaglib_id3v1, "ARTIST", tag->artist(), true);
  text(ctaglib_id3v1, "ALBUM", tag->album(), true);
  text(ctaglib_id3v1, "COMMENT", tag->comment(), true);
  text(ctaglib_id3v1, "GENRE", tag->genre(), false);
  if (tag->year() > 0) text(ctaglib_id3v1, "DATE", String::number((int)tag->year()));
  if (tag->track() > 0) text(ctaglib_id3v1, "TRACKNUMBER", String::number((int)tag->track()));
}

void Visits::comments(Ogg::XiphComment *tag) const {
  if (!tag) return;
  const Ogg::FieldListMap &fields = tag->fieldListMap();
  for (Ogg::FieldListMap::ConstIterator it = fields.begin(); it != fields.end(); ++it)
    texts(ctaglib_comments, it->first, it->second);
  pictures(tag->pictureList());
}

void Visits::pictures(const List<FLAC::Picture *> &list) const {
  for (List<FLAC::Picture *>::ConstIterator it = list.begin(); it != list.end(); ++it)
    picture((*it)->data(), (*it)->mimeType(), (*it)->description(), (int)(*it)->type());
}

void Visits::ape(APE::Tag *tag) const {
  const APE::ItemListMap &items = tag->itemListMap();
  for (APE::ItemListMap::ConstIterator it = items.begin(); it != items.end(); ++it) {
    if (it->second.type() == APE::Item::Text) {
      texts(ctaglib_apev2, it->first, it->second.values());
    } else if (it->second.type() == APE::Item::Binary &&
               it->first.upper().startsWith("COVER ART")) {
      // A file's name, a zero, the picture.
      ByteVector data = it->second.binaryData();
      int end = data.find('\0');
      if (end < 0) continue;
      int type = it->first.upper() == "COVER ART (FRONT)" ? 3
          : it->first.upper() == "COVER ART (BACK)" ? 4 : 0;
      picture(data.mid((unsigned)end + 1), "", String(data.mid(0, (unsigned)end), String::UTF8),
              type);
    }
  }
}

void Visits::items(MP4::Tag *tag) const {
#if TAGLIB_MAJOR_VERSION >= 2
  const MP4::ItemMap &items = tag->itemMap();
  typedef MP4::ItemMap Items;
#else
  const MP4::ItemMap &items = tag->itemMap();
  typedef MP4::ItemMap Items;
#endif
  for (Items::ConstIterator it = items.begin(); it != items.end(); ++it) {
    const String &key = it->first;
    const MP4::Item &item = it->second;
    if (key == "trkn" || key == "disk") {
      MP4::Item::IntPair pair = item.toIntPair();
      text(ctaglib_items, key, String::number(pair.first) + "/" + String::number(pair.second));
    } else if (key == "cpil" || key == "pgap" || key == "pcst" || key == "hdvd" || key == "shwm") {
      text(ctaglib_items, key, item.toBool() ? "1" : "0");
    } else if (key == "rtng" || key == "akID" || key == "stik") {
      text(ctaglib_items, key, String::number((int)item.toByte()));
    } else if (key == "tmpo" || key == "\251mvi" || key == "\251mvc") {
      text(ctaglib_items, key, String::number(item.toInt()));
    } else if (key == "covr") {
      MP4::CoverArtList covers = item.toCoverArtList();
      for (MP4::CoverArtList::ConstIterator cover = covers.begin(); cover != covers.end(); ++cover) {
        const char *mime = cover->format() == MP4::CoverArt::JPEG ? "image/jpeg"
            : cover->format() == MP4::CoverArt::PNG ? "image/png"
            : cover->format() == MP4::CoverArt::BMP ? "image/bmp"
            : cover->format() == MP4::CoverArt::GIF ? "image/gif" : "";
        picture(cover->data(), mime, "", 3);
      }
    } else {
      texts(ctaglib_items, key, item.toStringList());
    }
  }
}

void Visits::attributes(ASF::Tag *tag) const {
  text(ctaglib_attributes, "Title", tag->title());
  text(ctaglib_attributes, "Author", tag->artist());
  text(ctaglib_attributes, "Description", tag->comment());
  const ASF::AttributeListMap &attributes = tag->attributeListMap();
  for (ASF::AttributeListMap::ConstIterator it = attributes.begin(); it != attributes.end(); ++it) {
    for (ASF::AttributeList::ConstIterator value = it->second.begin(); value != it->second.end();
         ++value) {
      switch (value->type()) {
      case ASF::Attribute::UnicodeType:
        text(ctaglib_attributes, it->first, value->toString());
        break;
      case ASF::Attribute::BoolType:
        text(ctaglib_attributes, it->first, value->toBool() ? "1" : "0");
        break;
      case ASF::Attribute::DWordType:
        text(ctaglib_attributes, it->first, String::number((int)value->toUInt()));
        break;
      case ASF::Attribute::QWordType:
        text(ctaglib_attributes, it->first, String::number((int)value->toULongLong()));
        break;
      case ASF::Attribute::WordType:
        text(ctaglib_attributes, it->first, String::number((int)value->toUShort()));
        break;
      case ASF::Attribute::BytesType: {
        ASF::Picture found = value->toPicture();
        if (it->first == "WM/Picture" && found.isValid())
          picture(found.picture(), found.mimeType(), found.description(), (int)found.type());
        break;
      }
      case ASF::Attribute::GuidType:
        break;
      }
    }
  }
}

void Visits::info(const ByteVector &list) const {
  // A name, a length, the text, and a byte where the length is odd.
  unsigned place = 4;
  while (place + 8 <= list.size()) {
    unsigned length = list.toUInt(place + 4, false);
    unsigned start = place + 8;
    if (length > list.size() - start) return;
    ByteVector bytes = list.mid(start, length);
    int end = bytes.find('\0');
    if (end >= 0) bytes.resize((unsigned)end);
    // Of an unknown character set: each byte is a letter for now.
    text(ctaglib_info, String(list.mid(place, 4), String::Latin1), String(bytes, String::Latin1),
         true);
    place = start + length + (length & 1);
  }
}
