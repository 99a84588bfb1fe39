/** Explains the role of an admin. */
export const adminHint = 'Admins manage users, datasets and schemas.';
