/** The height of both the editor and the plain field, so that switching does not move other elements. */
export const editorHeight = '22rem';
