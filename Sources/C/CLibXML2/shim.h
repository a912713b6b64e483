#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlreader.h>

/* A pointer to a function, which is not imported. */
static inline void dramatis_xml_free(void *pointer) { xmlFree(pointer); }

static inline void dramatis_xml_ignore_message(void *context, const char *message, ...) {}
static inline void dramatis_xml_ignore_error(void *context, xmlErrorPtr error) {}

/* Keeps the library from printing messages on this thread. Its options leave those about validity, encodings and
   addresses, which repeat a document's text to the standard error, line breaks included. */
static inline void dramatis_xml_silence(void) {
  xmlSetGenericErrorFunc(NULL, dramatis_xml_ignore_message);
  xmlSetStructuredErrorFunc(NULL, dramatis_xml_ignore_error);
}
