/** What other features may use of this one. */
export { ApiTokens } from './ApiTokens.tsx';
export { ServiceAccountToken } from './ServiceAccountToken.tsx';
