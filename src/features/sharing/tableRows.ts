/** Converts requests and materials to table rows. */
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Material } from '@cloakroom/contract/materials.ts';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';

/** The name of the key that searches a schema; every other name is a field's. */
export const queryKeyName = '__query';

/** The e-mail address; the id if the user is not expanded. */
const emailOf = (user: string | MemberUser) => (typeof user === 'string' ? idIn(user) : user.email);
const ownerOf = (identity: string | Identity) =>
  typeof identity === 'string' ? idIn(identity) : emailOf(identity.user);

export type RequestRow = {
  id: string;
  created: string;
  schema: string;
  requestor: string;
  field: string;
};

/** One row of the Requests table. */
export const requestRow = ({ id, created, schema, user, field_name }: Request): RequestRow => ({
  id,
  created,
  schema: typeof schema === 'string' ? idIn(schema) : schema.name,
  requestor: emailOf(user),
  field: field_name,
});

export type MaterialRow = {
  id: string;
  created: string;
  request: string;
  requestor: string;
  sealer: string;
};

/** One row of the Materials table. */
export const materialRow = ({ id, created, request, uploaded_by }: Material): MaterialRow => ({
  id,
  created,
  request: typeof request === 'string' ? idIn(request) : request.id,
  requestor: typeof request === 'string' ? '–' : emailOf(request.user),
  sealer: ownerOf(uploaded_by),
});
