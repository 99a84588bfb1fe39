/** The cache of server data, and when a call is worth repeating. */
import { QueryClient } from '@tanstack/react-query';
import { Failure } from '#src/lib/failure.ts';

const passing = new Set(['offline', 'unavailable']);
const retries = 2;

/**
 * A fresh cache. Reading is repeated when nothing answered, and never waits for the browser's own idea of being
 * online: the proxy is on this machine.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (count, thrown) => count < retries && passing.has(Failure.from(thrown).code),
        retryDelay: (attempt) => 300 * 3 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  });
