/** Channels between the tabs of a browser. */

export type Channel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

/** Without BroadcastChannel messages are dropped. */
const noChannel = (): Channel =>
  Object.assign(new EventTarget(), { postMessage: () => undefined, close: () => undefined });

export const openChannel = (name: string): Channel =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : noChannel();
