/** What other features may use of this one. */
export { ProxyNotice } from './ProxyNotice.tsx';
export { useBehindProxy } from './useBehindProxy.ts';
