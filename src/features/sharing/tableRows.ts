/** Texts of requests and materials, for tables and dialogs. */
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Material } from '@cloakroom/contract/materials.ts';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';

/** The e-mail address; the id if the user is not expanded. */
const emailOf = (user: string | MemberUser) => (typeof user === 'string' ? idIn(user) : user.email);
const ownerOf = (identity: string | Identity) =>
  typeof identity === 'string' ? idIn(identity) : emailOf(identity.user);

/** The texts of a request: its schema, the person and the field. */
export const requestRow = ({ schema, user, field_name }: Request) => ({
  schema: typeof schema === 'string' ? idIn(schema) : schema.name,
  requestor: emailOf(user),
  field: field_name,
});

/** The texts of a material: its request, the person who asked, and the owner of the identity that sealed it. */
export const materialRow = ({ request, uploaded_by }: Material) => ({
  request: typeof request === 'string' ? idIn(request) : request.id,
  requestor: typeof request === 'string' ? '–' : emailOf(request.user),
  sealer: ownerOf(uploaded_by),
});
