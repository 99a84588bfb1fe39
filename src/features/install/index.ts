/** What other features may use of this one. */
export { InstallCard } from './InstallCard.tsx';
