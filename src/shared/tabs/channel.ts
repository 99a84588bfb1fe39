/** What tabs of one browser tell each other, by the name of the matter. */

export type Channel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

/** Where the browser has no channels nobody hears what is said, and nothing is heard. */
const silence = (): Channel =>
  Object.assign(new EventTarget(), { postMessage: () => undefined, close: () => undefined });

export const openChannel = (name: string): Channel =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : silence();
