/** The route that asks who is here before it opens; its data are the session. */
export const authRouteId = 'auth';
