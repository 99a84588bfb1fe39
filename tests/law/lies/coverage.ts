/**
 * The calls of the service whose answers each suite falsifies. Each call belongs to at least one suite;
 * `covered.test.ts` compares them with the calls that the proxy makes.
 */
export const coveredCalls = {
  reading: [
    'GET /api/requests/',
    'GET /api/schemas/:id/',
    'GET /api/schemas/:id/access-log/',
    'GET /api/schemas/:id/grants/',
    'GET /api/schemas/:id/teams/',
    'GET /api/status/',
    'GET /api/uploads/',
    'GET /api/uploads/:id/',
    'POST /api/groups/read/',
  ],
  removing: [
    'DELETE /api/manifests/:schema/lease/',
    'DELETE /api/segments/:id/',
    'GET /api/groups/stale/',
    'POST /api/blocks/read/',
    'POST /api/manifests/:schema/lease/',
    'POST /api/manifests/:schema/parts/read/',
    'POST /api/segments/read/',
    'PUT /api/groups/',
  ],
  restoring: [
    'GET /api/identities/',
    'GET /api/manifests/:schema/',
    'GET /api/materials/',
    'GET /api/schemas/',
    'POST /api/identities/register/',
    'POST /api/manifests/:schema/',
    'POST /api/requests/',
  ],
  sharing: [
    'POST /api/materials/',
    'POST /api/materials/:id/acknowledge/',
    'POST /api/materials/:id/proof/',
    'POST /api/organizations/:id/teams/:teamId/add_member/',
    'POST /api/organizations/:id/teams/:teamId/remove_member/',
    'POST /api/schemas/:id/access-log/',
    'PUT /api/schemas/:id/key-checks/',
  ],
  signingIn: [
    'GET /api/users/self/',
    'POST /api/accounts/change-password/',
    'POST /api/accounts/login/',
    'POST /api/accounts/logout/',
    'POST /api/accounts/reset-password/',
    'POST /api/allauth/browser/v1/auth/provider/token',
    'POST /api/token/',
    'POST /api/token/refresh/',
  ],
  storing: [
    'GET /api/records/:id/',
    'PATCH /api/schemas/:id/',
    'POST /api/records/read/',
    'POST /api/schemas/',
    'PUT /api/segments/:id/',
  ],
  teams: [
    'GET /api/organizations/:id/teams/',
    'GET /api/organizations/:id/users/',
    'PATCH /api/schemas/:id/grants/:grantId/',
    'PUT /api/organizations/:id/teams/:teamId/',
  ],
};
