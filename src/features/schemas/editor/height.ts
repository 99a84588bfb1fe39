/** The height of both the editor and the plain field, so that switching moves nothing. */
export const editorHeight = '22rem';
