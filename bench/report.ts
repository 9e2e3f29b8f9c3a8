/** Builds docs/performance.md from the measurements. Pure. */
import { type Case, comparedValue, type Finding, isMet, type Measured, REFERENCE } from './case.ts'
import { type Limit, limitOf, limits } from './limits.ts'
import { CONNECTIONS, ROUNDS } from './rounds.ts'

/** The machine and the settings of the measurements. */
export interface Circumstances {
  readonly processor: string
  readonly cores: number
  /** GiB. */
  readonly memory: number
  /** The load average of the minute before. */
  readonly busy: number
  readonly system: string
  readonly node: string
  readonly sqlite: string
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  readonly commit: string
  /** The commit that it is compared with, or why there is none. */
  readonly against: string
  /** Seconds of a round. */
  readonly seconds: number
}

/** A case with its result, or why there is none. */
export interface Result {
  readonly of: Case
  readonly measured: Measured | undefined
  readonly because?: string
  /** How much slower than the reference the machine was during the case (see pace.ts). */
  readonly slowness?: number
}

/** A microsecond for each of a million requests is a second. */
const SECONDS_PER_HOUR = 3600

const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows].join('\n')
const plain = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
const maybe = (value: number | undefined) => (value === undefined ? '' : `${plain(value)} ×`)

/** Returns a target as text. */
export function targetText({ target: { is, value, of } }: Finding): string {
  return `${is === 'at least' ? '≥' : '≤'} ${value} ${of}`
}

/** Returns whether a target is met, as text; where it is not, the title of the reason, without which no target may be missed. */
export function verdict(finding: Finding): string {
  const met = isMet(finding)
  if (met === undefined) return 'not measured'
  return met ? 'met' : `**not met**: ${limitOf(finding.what)?.title ?? 'nobody knows why'}`
}

/** Returns a measurement as text; a time of the machine with that at the speed of the reference in brackets. */
export function measuredText(finding: Finding): string {
  const { measured, slowness, because = '' } = finding
  if (measured === undefined) return because
  return slowness === undefined
    ? plain(measured)
    : `${plain(measured)} (${plain(comparedValue(finding) ?? Number.NaN)})`
}

const findingRow = (finding: Finding) =>
  row(
    finding.what,
    targetText(finding),
    measuredText(finding),
    verdict(finding),
    maybe(finding.processor),
    maybe(finding.before),
  )

function findingsTable(results: readonly Result[]): string {
  const head = ['Case', 'Target', 'Measured', '', 'By processor time', 'Commit before']
  const rows = results.flatMap(({ of, measured, because }) =>
    measured === undefined
      ? [row(of.name, '', because ?? '', 'not measured', '', '')]
      : measured.findings.map(findingRow),
  )
  return table(head, rows)
}

function figuresTable(results: readonly Result[]): string {
  const figures = results.flatMap(({ measured }) => measured?.figures ?? [])
  const rows = figures.map(({ what, load }) =>
    row(
      what,
      load.requestsPerSecond.toFixed(0),
      load.p50.toFixed(2),
      load.p99.toFixed(2),
      load.processor === undefined ? '' : load.processor.toFixed(0),
      load.processor === undefined ? '' : (load.processor / SECONDS_PER_HOUR).toFixed(3),
    ),
  )
  return table(
    ['Load', 'Requests/s', 'p50 ms', 'p99 ms', 'Processor µs per request', 'Core hours per million'],
    rows,
  )
}

/** Returns how much slower than the reference the machine was, from the least to the most. */
function slownessText(results: readonly Result[]): string {
  const each = results.flatMap(({ slowness }) => slowness ?? [])
  if (each.length === 0) return 'not known'
  return `${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)} ×`
}

const circumstancesTable = (on: Circumstances, results: readonly Result[]) =>
  table(
    ['', ''],
    [
      row('Processor', `${on.processor}, ${on.cores} cores`),
      row('Memory', `${on.memory.toFixed(1)} GiB`),
      row('System', on.system),
      row('Node.js', on.node),
      row('SQLite', on.sqlite),
      row('Slower than the reference', slownessText(results)),
      row('Commit', on.commit),
      row('Compared with', on.against),
      row('Date', on.date),
      row('Load average before', on.busy.toFixed(1)),
    ],
  )

/** Returns a limit as a line of the document. */
export const limitText = ({ title, because }: Limit): string =>
  `- **${title}.** ${because.replaceAll('\n', ' ')}`

/** Returns the limits behind the targets that are not met, if a profile is known. */
function limitsOf(findings: readonly Finding[]): readonly string[] {
  const reasons = findings.filter((finding) => isMet(finding) === false).map(({ what }) => limitOf(what))
  const known = limits.filter((limit) => reasons.includes(limit))
  if (known.length === 0) return []
  return ['## Why targets are not met', known.map(limitText).join('\n')]
}

/** Returns the document. */
export function report(results: readonly Result[], on: Circumstances): string {
  const findings = results.flatMap(({ measured }) => measured?.findings ?? [])
  const count = (met: boolean | undefined) => findings.filter((finding) => isMet(finding) === met).length
  const notes = results.flatMap(({ measured }) => measured?.notes ?? [])
  const summary = `${count(true)} of ${findings.length} targets are met, ${count(false)} are not, ${count(undefined)} were not measured.`
  return [
    '<!-- Written by npm run bench. -->',
    '# Performance',
    `${summary} Every figure comes from one run of \`npm run bench\` on the machine below; other machines give other figures and similar ratios.`,
    findingsTable(results),
    `*By processor time* is the ratio of the server's processor times per request. It varies less than throughput and does not
depend on the speed of the load. *Commit before* is the throughput relative to that of the commit named below. Times are in brackets as they would be on
the machine for which the targets are set, which is told below.`,
    '![Measurements of the last commits relative to their targets](images/performance.svg)',
    '## Machine',
    circumstancesTable(on, results),
    '## Figures',
    figuresTable(results),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    ...limitsOf(findings),
    '## Method',
    `The service, the bare server and the load are processes on one machine, connected over loopback by persistent connections: ${CONNECTIONS} unless
stated otherwise. Compared servers alternate: ${ROUNDS} rounds of ${on.seconds} s each, in alternating order, after a warm-up that lasts until they no longer get faster. Ratios are
the medians of the ratios of the rounds, figures the medians of the rounds. *Bare* is \`node:http\`, which sends the same body and headers from a Buffer for every
request. The calendar has a user: reads are anonymous, writes send a token. The database is a SQLite file with \`synchronous=FULL\`; the calendar has
10,000 events unless stated otherwise. The load parses only the status and length of a response, and needs one core. If the bare server
is as fast as the load, the throughput ratio looks better than it is; the ratio by processor time does not. Targets in times are for two idle cores (AMD EPYC) on
which a server written by hand, the *plain* one, takes ${REFERENCE} µs of processor time for a single event. It is asked before and after each case, and what it takes tells
how much slower the machine is then.`,
    results.map(({ of }) => `- **${of.name}**: ${of.method.replaceAll('\n', ' ')}`).join('\n'),
  ].join('\n\n')
}
