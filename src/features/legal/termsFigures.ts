/** The figures in the terms of service. */
export const termsFigures = {
  trialDays: 30,
  liabilityCapDollars: 50,
  informalDisputeDays: 30,
  arbitrationOptOutDays: 30,
  claimTime: 'one year',
  massArbitrationClaims: 25,
  bellwetherCasesPerSide: 10,
} as const;
