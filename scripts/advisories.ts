/** Security advisories about npm packages, in the two published formats: OSV, and the response of npm's bulk endpoint. */
import type { Component } from './components.ts'
import { compareVersions, isWithin } from './version-ranges.ts'

/** Severities, from the lowest to the highest. */
export const severities = ['unknown', 'low', 'moderate', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** An advisory about one package. */
export interface Advisory {
  readonly name: string
  readonly id: string
  readonly title: string
  readonly severity: Severity
  affects(version: string): boolean
}

/** An advisory that affects a package of the program. */
export interface Hit {
  readonly component: Component
  readonly advisory: Advisory
}

interface OsvEvent {
  readonly introduced?: string
  readonly fixed?: string
  readonly last_affected?: string
}

interface Osv {
  readonly id: string
  readonly summary?: string
  readonly withdrawn?: string
  readonly database_specific?: { readonly severity?: string }
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string; readonly name?: string }
    readonly ranges?: readonly { readonly type?: string; readonly events?: readonly OsvEvent[] }[]
    readonly versions?: readonly string[]
  }[]
}

interface Bulk {
  readonly id: number | string
  readonly url?: string
  readonly title?: string
  readonly severity?: string
  readonly vulnerable_versions: string
}

const severityOf = (text = ''): Severity =>
  severities.find((one) => one === text.toLowerCase().replace('medium', 'moderate')) ?? 'unknown'

/** Whether a version is affected by an OSV range. `events` are in version order: an `introduced` event, then the event that ends it. */
function isAffected(version: string, events: readonly OsvEvent[]): boolean {
  let is = false
  for (const { introduced, fixed, last_affected } of events) {
    // A version that cannot be compared counts as affected.
    const from = (bound: string) => bound === '0' || (compareVersions(version, bound) ?? 0) >= 0
    if (introduced !== undefined && from(introduced)) is = true
    if (fixed !== undefined && from(fixed)) is = false
    if (last_affected !== undefined && (compareVersions(version, last_affected) ?? 0) > 0) is = false
  }
  return is
}

function fromOsv({
  id,
  summary = '',
  withdrawn,
  database_specific,
  affected = [],
}: Osv): readonly Advisory[] {
  if (withdrawn !== undefined) return []
  return affected.flatMap(({ package: { ecosystem, name } = {}, ranges = [], versions = [] }) => {
    if (ecosystem !== 'npm' || name === undefined) return []
    const affects = (version: string) =>
      versions.includes(version) ||
      ranges.some(({ type, events = [] }) => type !== 'GIT' && isAffected(version, events))
    return [{ name, id, title: summary, severity: severityOf(database_specific?.severity), affects }]
  })
}

function fromBulk(name: string, { id, url, title = '', severity, vulnerable_versions }: Bulk): Advisory {
  const affects = (version: string) => isWithin(version, vulnerable_versions)
  return { name, id: url ?? String(id), title, severity: severityOf(severity), affects }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOsv = (value: unknown): value is Osv =>
  isObject(value) && typeof value.id === 'string' && Array.isArray(value.affected)
const isBulk = (value: unknown): value is Bulk =>
  isObject(value) && typeof value.vulnerable_versions === 'string'

/** Reads advisories: one OSV advisory, a list of them, `{"vulns": […]}`, or a response of npm's bulk endpoint. Throws for any other value. */
export function readAdvisories(value: unknown): readonly Advisory[] {
  if (isOsv(value)) return fromOsv(value)
  const list = isObject(value) && Array.isArray(value.vulns) ? value.vulns : value
  if (Array.isArray(list) && list.every(isOsv)) return list.flatMap(fromOsv)
  if (!isObject(value)) throw new Error('The advisories are in neither the OSV nor the npm format.')
  return Object.entries(value).flatMap(([name, each]) => {
    if (!Array.isArray(each) || !each.every(isBulk))
      throw new Error(`The advisories about ${name} are in neither the OSV nor the npm format.`)
    return each.map((one) => fromBulk(name, one))
  })
}

/** Whether a value is the empty form of either format. Withdrawn advisories count. */
export function hasNoAdvisory(value: unknown): boolean {
  const list = isObject(value) && Array.isArray(value.vulns) ? value.vulns : value
  return Array.isArray(list) ? list.length === 0 : isObject(list) && Object.keys(list).length === 0
}

/** The advisories that affect the components and have at least the severity `least`; those of unknown severity are always included. */
export function hitsOf(
  components: readonly Component[],
  advisories: readonly Advisory[],
  least: Severity,
): readonly Hit[] {
  const isSevere = ({ severity }: Advisory) =>
    severity === 'unknown' || severities.indexOf(severity) >= severities.indexOf(least)
  return components.flatMap((component) =>
    advisories
      .filter(({ name, affects }) => name === component.name && affects(component.version))
      .filter(isSevere)
      .map((advisory) => ({ component, advisory })),
  )
}
