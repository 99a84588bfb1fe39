/** What an admin is, for those who make one. */
export const adminHint = 'Admins manage users, datasets and schemas.';
