/** Messages about a file whose wording is specified. */

export const messages = {
  wrongType: 'Invalid file type',
  empty: 'File is empty, please select a different file.',
  invalidJson: 'Invalid JSON object, please check file format or select a different file.',
  unreadable: 'Failed to read file.',
} as const;
