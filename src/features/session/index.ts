/** What other features may use of this one. */
export { useLogin } from './queries.ts';
export { useAccountChanged, useSession } from './useSession.ts';
