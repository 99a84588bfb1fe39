/** What other features may use of this one. */
export { ChangePasswordForm } from './ChangePasswordForm.tsx';
export { NameForm } from './NameForm.tsx';
