/** The registration form, and the body of its call. */

export type SignUp = { email: string; password: string; organization_name: string; full_name: string };

/** Splits a full name at the first space. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = fullName.trim().split(' ');
  return { first_name, last_name: rest.join(' ').trim() };
}

/** The body of the registration call, which has the password twice. */
export const registrationBody = ({ full_name, password, ...signUp }: SignUp) => ({
  ...signUp,
  ...splitName(full_name),
  password,
  password_confirm: password,
});
