/** The lease of a schema's compaction, which keeps proxies from doing the same work. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hex } from './text.ts';

const reading = { answeredBy: 'service', access: 'user', tokenVerbs: ['read'] } as const;

export const maxLeaseSeconds = 600;

/** A compaction reads and stores: an API token needs both verbs. */
export const takeLease = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/manifests/:schema/lease/',
  summary:
    'Take or renew the lease of a compaction; 409 while another proxy holds it. It avoids duplicate work and is not needed for correctness.',
  body: z.strictObject({ holder: hex(16), seconds: z.number().int().min(1).max(maxLeaseSeconds) }),
  status: 204,
  reply: 'nothing',
});

export const endLease = endpoint({
  ...reading,
  method: 'DELETE',
  path: '/api/manifests/:schema/lease/',
  summary: 'Release the lease of a compaction; the lease of another holder stays.',
  query: z.object({ holder: hex(16).describe('The holder that took the lease.') }),
  status: 204,
  reply: 'nothing',
});
