#include <libxml/xmlversion.h>

// Some builds of libxml2 convert text by ICU, and their headers bring ICU's, of which Foundation has
// its own. Only a structure that is not used here depends on it.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

// Neither the network nor entities: a list has no say in what is read.
static const int cxml_xml_options =
    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
static const int cxml_html_options = HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOERROR |
    HTML_PARSE_NOWARNING | HTML_PARSE_NOIMPLIED | HTML_PARSE_NODEFDTD;
