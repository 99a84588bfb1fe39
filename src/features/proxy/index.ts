/** What other features may use of this one. */
export { ProxyGuide } from './ProxyGuide.tsx';
export { ProxyNotice } from './ProxyNotice.tsx';
export { useBehindProxy } from './useBehindProxy.ts';
