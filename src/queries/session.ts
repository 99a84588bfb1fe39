/** Signing in, and what one may change about one's own account. Who is signed in is the session machine's to know. */
import { useMutation } from '@tanstack/react-query';
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

export const useLogin = () =>
  useMutation({ mutationFn: (body: z.input<typeof LoginBody>) => call(login, { body }) });

export const useSendResetLink = () =>
  useMutation({ mutationFn: (email: string) => call(sendResetLink, { body: { email } }) });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: z.input<typeof resetPassword.body>) => call(resetPassword, { body }),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: z.input<typeof changePassword.body>) => call(changePassword, { body }),
  });

export const usePatchProfile = () =>
  useMutation({ mutationFn: (body: z.input<typeof ProfileBody>) => call(patchProfile, { body }) });
