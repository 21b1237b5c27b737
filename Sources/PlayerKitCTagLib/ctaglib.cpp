#include "ctaglib.h"
#include "SourceStream.h"
#include "Visits.h"

#include <aifffile.h>
#include <apefile.h>
#include <asffile.h>
#include <flacfile.h>
#include <id3v1genres.h>
#include <id3v1tag.h>
#include <mp4file.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <speexfile.h>
#include <trueaudiofile.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>

#include <cstring>

using namespace TagLib;

namespace {

// Gives the bytes of INFO's texts: TagLib takes all of them for UTF-8, and others for nothing.
class WaveFile : public RIFF::WAV::File {
public:
  explicit WaveFile(IOStream *stream) : RIFF::WAV::File(stream, false) {}

  void info(const Visits &visits) {
    for (unsigned chunk = 0; chunk < chunkCount(); chunk++) {
      if (chunkName(chunk) != "LIST") continue;
      ByteVector data = chunkData(chunk);
      if (data.startsWith("INFO")) visits.info(data);
    }
  }
};

// Tags alone: what the audio is, libavformat tells.
const bool audioToo = false;

#if TAGLIB_MAJOR_VERSION >= 2
#define WITH_FACTORY(stream) (stream, audioToo)
#else
#define WITH_FACTORY(stream) (stream, ID3v2::FrameFactory::instance(), audioToo)
#endif

template <typename File>
bool readComments(File &file, const Visits &visits) {
  if (!file.isValid()) return false;
  visits.comments(file.tag());
  return true;
}

bool read(ctaglib_format format, IOStream *stream, const Visits &visits) {
  switch (format) {
  case ctaglib_mpeg: {
    MPEG::File file WITH_FACTORY(stream);
    if (!file.isValid()) return false;
    if (file.hasID3v2Tag()) visits.id3v2(file.ID3v2Tag());
    if (file.hasAPETag()) visits.ape(file.APETag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    return true;
  }
  case ctaglib_flac: {
    FLAC::File file WITH_FACTORY(stream);
    if (!file.isValid()) return false;
    if (file.hasXiphComment()) visits.comments(file.xiphComment());
    if (file.hasID3v2Tag()) visits.id3v2(file.ID3v2Tag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    visits.pictures(file.pictureList());
    return true;
  }
  case ctaglib_mp4: {
    MP4::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.tag()) visits.items(file.tag());
    return true;
  }
  case ctaglib_ogg_vorbis: {
    Ogg::Vorbis::File file(stream, audioToo);
    return readComments(file, visits);
  }
  case ctaglib_ogg_opus: {
    Ogg::Opus::File file(stream, audioToo);
    return readComments(file, visits);
  }
  case ctaglib_ogg_flac: {
    Ogg::FLAC::File file(stream, audioToo);
    return readComments(file, visits);
  }
  case ctaglib_ogg_speex: {
    Ogg::Speex::File file(stream, audioToo);
    return readComments(file, visits);
  }
  case ctaglib_asf: {
    ASF::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.tag()) visits.attributes(file.tag());
    return true;
  }
  case ctaglib_aiff: {
    RIFF::AIFF::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.hasID3v2Tag()) visits.id3v2(file.tag());
    return true;
  }
  case ctaglib_wav: {
    WaveFile file(stream);
    if (!file.isValid()) return false;
    if (file.hasID3v2Tag()) visits.id3v2(file.ID3v2Tag());
    if (file.hasInfoTag()) file.info(visits);
    return true;
  }
  case ctaglib_ape: {
    APE::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.hasAPETag()) visits.ape(file.APETag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    return true;
  }
  case ctaglib_wavpack: {
    WavPack::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.hasAPETag()) visits.ape(file.APETag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    return true;
  }
  case ctaglib_musepack: {
    MPC::File file(stream, audioToo);
    if (!file.isValid()) return false;
    if (file.hasAPETag()) visits.ape(file.APETag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    return true;
  }
  case ctaglib_tta: {
    TrueAudio::File file WITH_FACTORY(stream);
    if (!file.isValid()) return false;
    if (file.hasID3v2Tag()) visits.id3v2(file.ID3v2Tag());
    if (file.hasID3v1Tag()) visits.id3v1(file.ID3v1Tag());
    return true;
  }
  }
  return false;
}

}  // namespace

int ctaglib_read(ctaglib_format format, const ctaglib_source *source,
                 const ctaglib_visitor *visitor) {
  try {
    SourceStream stream(*source);
    return read(format, &stream, Visits(*visitor)) ? 1 : 0;
  } catch (...) {
    return 0;
  }
}

size_t ctaglib_genre(int number, char *name, size_t capacity) {
  try {
    std::string text = ID3v1::genre(number).to8Bit(true);
    if (text.size() > capacity) return 0;
    memcpy(name, text.data(), text.size());
    return text.size();
  } catch (...) {
    return 0;
  }
}
