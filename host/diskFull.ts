/** Tells a full disk from other failures. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether something could not be written because there is no room for it. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
