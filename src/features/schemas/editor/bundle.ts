/** The chunk of the code editor, loaded only by the page with the editor. */
export { CodeEditor } from './CodeEditor.tsx';
export { findingsIn } from './findings.ts';
