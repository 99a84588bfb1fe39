/** The root of a page, created by main.tsx, and its actors. */
export { RootContext, useActors, useRoot, type Root } from './RootContext.ts';
export { createRoot } from './createRoot.ts';
