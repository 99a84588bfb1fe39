/** Lists every call: for the OpenAPI description, the forwarding proxy, and tests that cover all calls. */
import * as accessLog from './accessLog.ts';
import * as accounts from './accounts.ts';
import * as apiDescription from './apiDescription.ts';
import * as apiTokens from './apiTokens.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as datasets from './datasets.ts';
import type { Endpoint } from './endpoint.ts';
import * as epochs from './epochs.ts';
import * as grants from './grants.ts';
import * as identities from './identities.ts';
import * as invitations from './invitations.ts';
import * as jobs from './jobs.ts';
import * as keyChecks from './keyChecks.ts';
import * as keyring from './keyring.ts';
import * as leases from './leases.ts';
import * as manifestParts from './manifestParts.ts';
import * as materials from './materials.ts';
import * as membership from './membership.ts';
import * as organizations from './organizations.ts';
import * as outbox from './outbox.ts';
import * as passwords from './passwords.ts';
import * as recordExport from './recordExport.ts';
import * as recordChanges from './recordChanges.ts';
import * as records from './records.ts';
import * as registration from './registration.ts';
import * as requests from './requests.ts';
import * as savedViews from './savedViews.ts';
import * as schemaChange from './schemaChange.ts';
import * as schemaRemovals from './schemaRemovals.ts';
import * as schemas from './schemas.ts';
import * as segments from './segments.ts';
import * as serviceAccounts from './serviceAccounts.ts';
import * as sessions from './sessions.ts';
import * as status from './status.ts';
import * as teams from './teams.ts';
import * as tokens from './tokens.ts';
import * as uploads from './uploads.ts';
import * as users from './users.ts';

/** The modules of each noun, with its calls and entities. */
export const modules = {
  status: { ...status, ...apiDescription },
  outbox,
  accounts: { ...accounts, ...registration, ...passwords, ...tokens },
  sessions,
  apiTokens,
  users,
  organizations: { ...organizations, ...membership },
  invitations,
  serviceAccounts,
  audit,
  billing,
  teams,
  datasets,
  schemas: { ...schemas, ...schemaRemovals, ...schemaChange, ...keyChecks, ...epochs, ...savedViews },
  records: { ...records, ...recordChanges, ...recordExport },
  segments: { ...segments, ...leases, ...manifestParts },
  uploads,
  jobs,
  grants,
  accessLog,
  identities,
  requests,
  materials,
  keyring,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'answeredBy' in value && 'path' in value;

/** Every endpoint with the noun it belongs to. */
export const api: { noun: string; name: string; call: Endpoint }[] = Object.entries(modules).flatMap(
  ([noun, module]) =>
    Object.entries(module as Record<string, unknown>).flatMap(([name, call]) =>
      isEndpoint(call) ? [{ noun, name, call }] : [],
    ),
);
