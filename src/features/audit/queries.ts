/** The audit log of an organization. It is never kept on this machine. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listAuditLogs, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { list } from '#src/shared/http/list.ts';
import type { ShownPage } from '#src/shared/listPages.ts';

export type AuditWanted = ShownPage & { action?: AuditLogEntry['action'] };

const auditQuery = (organization: string, wanted: AuditWanted) =>
  queryOptions({
    queryKey: ['audit', organization, wanted] as const,
    queryFn: ({ signal }) =>
      list(listAuditLogs, { params: { id: organization }, query: { expand: 'actor', ...wanted }, signal }),
    placeholderData: keepPreviousData,
  });

export const useAuditLog = (organization: string, wanted: AuditWanted) =>
  useQuery(auditQuery(organization, wanted));
