/** All that the editor is made of: one chunk, which only the page with the editor loads. */
export { CodeEditor } from './CodeEditor.tsx';
export { findingsIn } from './findings.ts';
