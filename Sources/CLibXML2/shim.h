#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlreader.h>

/* A pointer to a function, which is not imported. */
static inline void dramatis_xml_free(void *pointer) { xmlFree(pointer); }
