#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/// Takes the place of the certificate that libmicrohttpd wants at its start; every connection has its own.
static inline int gnutls_no_certificate(
    gnutls_session_t session, const gnutls_datum_t *names, int name_count,
    const gnutls_pk_algorithm_t *algorithms, int algorithm_count, gnutls_pcert_st **chain,
    unsigned int *chain_count, gnutls_privkey_t *key) {
  return -1;
}

/// The address of `gnutls_no_certificate`, as libmicrohttpd's options hold it.
static inline void *gnutls_no_certificate_address(void) {
  return (void *)gnutls_no_certificate;
}
