/** One number for the whole contract, and how far back it goes. */
export const contractVersion = 1;

/** The oldest console whose calls the servers still understand: raised when a call changes its meaning. */
export const oldestClient = 1;

/** On every answer of the API: a console older than this number has to be updated. */
export const minClientHeader = 'X-Min-Client';
