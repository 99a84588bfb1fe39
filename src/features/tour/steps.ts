/** The steps of the tour, in order. */
export const steps = [
  {
    title: 'Create a dataset.',
    text: 'It groups what belongs together: a study, a customer, a year. The card for it is on this page.',
  },
  {
    title: 'Add a schema to it.',
    text: 'It says which fields a record has and of which type. Every number needs a minimum and a maximum, so that it can be searched while it is sealed.',
  },
  {
    title: 'Upload records.',
    text: 'Choose a CSV or JSON file on the schema’s Records tab. Every row is checked first, then sealed on your own machine: only ciphertext leaves it.',
  },
  {
    title: 'Search and decrypt.',
    text: 'Filter the sealed records, then switch to Decrypt. Values stay in this page’s memory only.',
  },
  {
    title: 'Invite others.',
    text: 'On the Permissions tab of a schema you choose who owns its data and who may only search it.',
  },
] as const;
