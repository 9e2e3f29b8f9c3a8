/** The settings of the worker that keeps pages, which the service writes before its script as the variable `fasti`. */

/** The settings of the worker that keeps pages. */
export interface OfflineSettings {
  /** Whether pages are kept. A worker that is off removes what it kept, and itself. */
  readonly isOn: boolean
  /** The path of the base address, which ends with a slash: nothing outside of it is touched. */
  readonly base: string
  /** The languages whose roots are folders below the base. */
  readonly languages: readonly string[]
  /** The first parts of paths below a root that are never kept: the desk, the API, submissions. */
  readonly apart: readonly string[]
}
