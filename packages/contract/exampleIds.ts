/** Ids in the examples of the API's description. */
export const exampleIds = {
  organization: 'Vd8mQ3xKpZ5tR2wYhB7nGc',
  dataset: 'Hj4sN9cTfW6bX3yEqL8rMz',
  schema: 'KmTr9sYbXe4ZqUw2Lh7Gvd',
} as const;
