/** The service's tables. Sealed data is read by primary key and prefix only, so any PostgreSQL-compatible database works. */
export * from './tables/people.ts';
export * from './tables/organizations.ts';
export * from './tables/apiTokens.ts';
export * from './tables/datasets.ts';
export * from './tables/sealed.ts';
export * from './tables/sharing.ts';
export * from './tables/storedObjects.ts';
