/** The editor and the plain field are of one size: nothing jumps when one takes the other's place. */
export const editorHeight = '22rem';
