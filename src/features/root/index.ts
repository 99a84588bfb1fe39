/** The root of a page, for components: what main.tsx has made, and the actors that it owns. */
export { RootContext, useActors, useRoot, type Root } from './RootContext.ts';
export { createRoot } from './createRoot.ts';
