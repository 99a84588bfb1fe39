/** One number for the whole contract; a console that was built for another one asks to be reloaded. */
export const contractVersion = 1;
