/** A venue's combined state or province (contract §1.2). */

interface Place {
  readonly state: string
  readonly province: string
  readonly country: string
}

const american = ['', 'US', 'USA', 'UNITED STATES']

/** The value while none is set: the state in the United States or without a country, otherwise the province. If that is empty, the other one. */
export function stateProvince({ state, province, country }: Place): string {
  return american.includes(country.trim().toUpperCase()) ? state || province : province || state
}
