#include "Visits.h"

#include <attachedpictureframe.h>
#include <chapterframe.h>
#include <commentsframe.h>
#include <synchronizedlyricsframe.h>
#include <textidentificationframe.h>
#include <uniquefileidentifierframe.h>
#include <unsynchronizedlyricsframe.h>
#include <urllinkframe.h>

using namespace TagLib;

void Visits::id3v2(ID3v2::Tag *tag) const {
  if (!tag) return;
  int chapters = 0;
  int lists = 0;
  const ID3v2::FrameList &frames = tag->frameList();
  for (ID3v2::FrameList::ConstIterator it = frames.begin(); it != frames.end(); ++it) {
    if (ID3v2::ChapterFrame *chapter = dynamic_cast<ID3v2::ChapterFrame *>(*it)) {
      visitor.chapter(visitor.context, chapter->startTime(), chapter->endTime());
      const ID3v2::FrameList &parts = chapter->embeddedFrameList();
      for (ID3v2::FrameList::ConstIterator part = parts.begin(); part != parts.end(); ++part)
        if (!dynamic_cast<ID3v2::ChapterFrame *>(*part)) frame(*part, chapters, lists);
      chapters += 1;
    } else {
      frame(*it, -1, lists);
    }
  }
}

void Visits::frame(ID3v2::Frame *frame, int chapter, int &lists) const {
  using namespace ID3v2;
  const String id(frame->frameID());
  if (UserTextIdentificationFrame *user = dynamic_cast<UserTextIdentificationFrame *>(frame)) {
    StringList values = user->fieldList();
    if (!values.isEmpty()) values.erase(values.begin());  // the description
    texts(ctaglib_id3v2, id + ":" + user->description(), values,
          user->textEncoding() == String::Latin1, chapter);
  } else if (TextIdentificationFrame *plain = dynamic_cast<TextIdentificationFrame *>(frame)) {
    texts(ctaglib_id3v2, id, plain->fieldList(), plain->textEncoding() == String::Latin1, chapter);
  } else if (CommentsFrame *comment = dynamic_cast<CommentsFrame *>(frame)) {
    text(ctaglib_id3v2, id + ":" + comment->description(), comment->text(),
         comment->textEncoding() == String::Latin1, chapter);
  } else if (UniqueFileIdentifierFrame *unique = dynamic_cast<UniqueFileIdentifierFrame *>(frame)) {
    text(ctaglib_id3v2, id + ":" + unique->owner(), String(unique->identifier(), String::Latin1),
         false, chapter);
  } else if (UserUrlLinkFrame *link = dynamic_cast<UserUrlLinkFrame *>(frame)) {
    text(ctaglib_id3v2, id + ":" + link->description(), link->url(), false, chapter);
  } else if (UrlLinkFrame *link = dynamic_cast<UrlLinkFrame *>(frame)) {
    text(ctaglib_id3v2, id, link->url(), false, chapter);
  } else if (AttachedPictureFrame *found = dynamic_cast<AttachedPictureFrame *>(frame)) {
    picture(found->picture(), found->mimeType(), found->description(), (int)found->type(), chapter);
  } else if (UnsynchronizedLyricsFrame *lyrics = dynamic_cast<UnsynchronizedLyricsFrame *>(frame)) {
    if (chapter < 0)
      words(lyrics->language(), lyrics->text(), -1, -1, lyrics->textEncoding() == String::Latin1);
  } else if (SynchronizedLyricsFrame *lyrics = dynamic_cast<SynchronizedLyricsFrame *>(frame)) {
    // Times in frames of MPEG are no times.
    if (chapter >= 0 || lyrics->timestampFormat() != SynchronizedLyricsFrame::AbsoluteMilliseconds)
      return;
    if (lyrics->type() > SynchronizedLyricsFrame::TextTranscription) return;
    SynchronizedLyricsFrame::SynchedTextList list = lyrics->synchedText();
    for (SynchronizedLyricsFrame::SynchedTextList::ConstIterator it = list.begin();
         it != list.end(); ++it)
      words(lyrics->language(), it->text, (int64_t)it->time, lists,
            lyrics->textEncoding() == String::Latin1);
    lists += 1;
  }
}
