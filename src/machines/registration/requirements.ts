/** What a person signs up with, and what of it the service is told. */

export type SignUp = { email: string; password: string; organization_name: string; full_name: string };

/** Split at the first space: everything behind it is the last name. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = fullName.trim().split(' ');
  return { first_name, last_name: rest.join(' ').trim() };
}

/** The body of the registration call; the password goes twice. */
export const registrationBody = ({ full_name, password, ...signUp }: SignUp) => ({
  ...signUp,
  ...splitName(full_name),
  password,
  password_confirm: password,
});
