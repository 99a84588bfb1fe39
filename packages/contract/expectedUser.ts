/**
 * The user a call is meant for. A browser's tabs share one cookie: after another person signs in, an open page of the
 * previous user would act as the new one. So a page sends the id of its user with each call. If another user is signed in,
 * the answer is 409, with that user's percent-encoded e-mail address in the second header. Without the first header nothing
 * is checked.
 */
export const expectedUserHeader = 'X-Expected-User';
export const signedInAsHeader = 'X-Signed-In-As';
