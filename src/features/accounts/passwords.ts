/** Mutations that change or reset a password. */
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { changePassword, resetPassword, sendResetLink } from '@cloakroom/contract/passwords.ts';
import { call } from '#src/shared/http/call.ts';

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
