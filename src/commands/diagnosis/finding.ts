/** The findings of `fasti doctor`. */

/** A line of its report: fine, a warning, or an error. */
export interface Finding {
  readonly state: 'ok' | 'look' | 'wrong'
  readonly text: string
}

/** Returns a finding. */
export const findingOf = (state: Finding['state'], text: string): Finding => ({ state, text })
