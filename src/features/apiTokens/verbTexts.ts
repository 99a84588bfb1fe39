/** Descriptions of what API tokens permit. */
import type { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';

export const verbTexts: Record<TokenVerb, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'List, search and decrypt records' },
  write: { label: 'Store', hint: 'Upload records' },
  delete: { label: 'Delete', hint: 'Delete records and uploads' },
};
