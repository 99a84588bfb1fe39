/** The alerts about records that can't be opened. */
import type { Failure } from '#src/shared/failure.ts';
import type { RaiseAlert } from '#src/machines/alerts/effects.ts';

const denied = 'Permission Denied: You do not have permission to decrypt these records.';

export function reportDecryptFailure(raiseAlert: RaiseAlert, failure: Failure): void {
  const { status, message } = failure;
  if (status === 405) {
    console.info('POST /api/records/decrypt/ is not available on API.');
    return;
  }
  if (status === 403) raiseAlert({ type: 'error', source: 'API', content: denied, duration: 10 });
  else if (status === 422)
    raiseAlert({ type: 'error', source: 'API', content: `${denied} ${message}`, duration: 10 });
  else if (status === 404)
    raiseAlert({
      type: 'error',
      source: 'API',
      content: 'Decrypted records not found, please refresh the page.',
    });
  else raiseAlert({ type: 'error', source: 'API', content: message });
}
