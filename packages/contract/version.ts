/** The version of the contract, and the oldest supported client. */
export const contractVersion = 1;

/** The oldest console that the servers support. Increase it when a call changes its meaning. */
export const oldestClient = 1;

/** On every answer of the API: a console with a lower version has to be updated. */
export const minClientHeader = 'X-Min-Client';
