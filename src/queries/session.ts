/** Signing in, and what one may change about one's own account. Who is signed in is the session machine's to know. */
import { mutationOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  changePassword,
  login,
  patchProfile,
  resetPassword,
  sendResetLink,
  type LoginBody,
  type ProfileBody,
} from '#contract/accounts.ts';
import { call } from '#src/api/call.ts';

export type Credentials = z.input<typeof LoginBody>;

export const sessionMutations = {
  login: () => mutationOptions({ mutationFn: (body: Credentials) => call(login, { body }) }),
  sendResetLink: () =>
    mutationOptions({ mutationFn: (email: string) => call(sendResetLink, { body: { email } }) }),
  resetPassword: () =>
    mutationOptions({
      mutationFn: (body: z.input<typeof resetPassword.body>) => call(resetPassword, { body }),
    }),
  changePassword: () =>
    mutationOptions({
      mutationFn: (body: z.input<typeof changePassword.body>) => call(changePassword, { body }),
    }),
  patchProfile: () =>
    mutationOptions({ mutationFn: (body: z.input<typeof ProfileBody>) => call(patchProfile, { body }) }),
};

export const useLogin = () => useMutation(sessionMutations.login());
export const useSendResetLink = () => useMutation(sessionMutations.sendResetLink());
export const useResetPassword = () => useMutation(sessionMutations.resetPassword());
export const useChangePassword = () => useMutation(sessionMutations.changePassword());
export const usePatchProfile = () => useMutation(sessionMutations.patchProfile());
