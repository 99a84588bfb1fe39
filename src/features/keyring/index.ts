/** What other features may use of this one. */
export { KeyringCard } from './KeyringCard.tsx';
export { KeyringNotice } from './KeyringNotice.tsx';
export { keyringKey, useKeyring } from './queries.ts';
export { useBeforeUpload } from './useBeforeUpload.tsx';
