/** The route whose loader requires a session; its data is the session. */
export const authRouteId = 'auth';
