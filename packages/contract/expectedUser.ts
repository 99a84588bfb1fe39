/**
 * Whom a call is for. A browser's tabs share one cookie: once somebody else signs in, a page that still belongs to the
 * person before would speak in their name. So a page says on each call whose it is, by the id of its user; an answer for
 * anybody else is refused with 409, and the second header says who is signed in, their e-mail address percent-encoded.
 * A call without the first header is for whoever is signed in.
 */
export const expectedUserHeader = 'X-Expected-User';
export const signedInAsHeader = 'X-Signed-In-As';
