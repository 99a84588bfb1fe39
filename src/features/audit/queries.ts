/** The audit log of an organization. It is never stored on this device. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listAuditLogs, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { list } from '#src/shared/http/call.ts';
import type { ListRange } from '#src/shared/listPages.ts';

export type AuditLogFilter = ListRange & { action?: AuditLogEntry['action'] };

const auditQuery = (organization: string, filter: AuditLogFilter) =>
  queryOptions({
    queryKey: ['audit', organization, filter] as const,
    queryFn: ({ signal }) =>
      list(listAuditLogs, {
        params: { id: organization },
        query: { expand: 'actor,people', ...filter },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const useAuditLog = (organization: string, filter: AuditLogFilter) =>
  useQuery(auditQuery(organization, filter));
