/** A venue's combined state or province (contract §1.2). */

interface Place {
  readonly state: string
  readonly province: string
  readonly country: string
}

const american = ['', 'US', 'USA', 'UNITED STATES']

/** Derived while it is not set: the state in the United States or an unnamed country, else the province; the other where that is empty. */
export function stateProvince({ state, province, country }: Place): string {
  return american.includes(country.trim().toUpperCase()) ? state || province : province || state
}
