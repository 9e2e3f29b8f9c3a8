/** The table of docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Column, median, type Row, type Taken } from './measure.ts'

/** What the table is told beside its rows. */
export interface Told {
  readonly few: number
  readonly many: number | undefined
  /** The machine and the settings, by name. */
  readonly on: Readonly<Record<string, string>>
  /** Whether the rows have targets. */
  readonly hasTargets: boolean
}

const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`
const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2)).toString()
const valuesOf = (taken: readonly Taken[]) => taken.map(({ value }) => value)

/** Returns by how many percent of the median the rounds differ from it, without the lowest and the highest round. */
function spreadOf(taken: readonly Taken[]): number {
  const sorted = valuesOf(taken).sort((a, b) => a - b)
  const [low, high] = sorted.length < 4 ? [sorted[0], sorted.at(-1)] : [sorted[1], sorted.at(-2)]
  return (((high ?? 0) - (low ?? 0)) / 2 / median(sorted)) * 100
}

function amount(row: Row, column: Column): string {
  const taken = row.taken[column]
  if (taken === undefined) return ''
  const spread = taken.length > 1 ? ` ± ${Math.round(spreadOf(taken))} %` : ''
  return `${number(median(valuesOf(taken)))} ${row.unit}${spread}`
}

function perSecond({ taken }: Row): string {
  const figure = (of: (one: Taken) => number | undefined) =>
    median((taken.few ?? []).map((one) => of(one) ?? Number.NaN))
  const rate = figure((one) => one.perSecond)
  return Number.isNaN(rate) ? '' : `${number(rate)}, ${number(figure(({ p99 }) => p99))} ms`
}

/** Returns the median of the ratios of two columns, round by round; undefined where one was not measured. */
export function ratioOf({ taken }: Row, one: Column, other: Column): number | undefined {
  const [ours, theirs] = [taken[one], taken[other]]
  if (ours === undefined || theirs === undefined) return undefined
  return median(ours.map(({ value }, round) => value / (theirs[round]?.value ?? Number.NaN)))
}

/** Returns a target as text, bold with what was measured where it is missed. */
export function verdictOf(row: Row): string {
  const { target, unit } = row
  if (target === undefined) return ''
  const measured =
    target.of === 'own' ? median(valuesOf(row.taken.few ?? [])) : ratioOf(row, 'few', target.of)
  if (measured === undefined) return 'not measured'
  const names = {
    own: unit,
    before: '× before',
    plain: '× plain',
    node: '× Node',
    query: '× queries',
  } as const
  const text = `≤ ${target.most} ${names[target.of]}`
  return measured <= target.most ? text : `**${text}: missed**`
}

/** Returns the table and how it was measured. */
export function tableOf(rows: readonly Row[], { few, many, on, hasTargets }: Told): string {
  const ratio = (row: Row, one: Column, other: Column) => {
    const value = ratioOf(row, one, other)
    return value === undefined ? '' : `${number(value)} ×`
  }
  const sum = (events: number) => `${events.toLocaleString('en')} events`
  const inColumns: readonly (readonly [string, (row: Row) => string])[] = [
    ['', ({ what }) => what],
    [sum(few), (row) => amount(row, 'few')],
    ['a second, p99', perSecond],
    ['× bare Node', (row) => ratio(row, 'few', 'node')],
    ['× its queries', (row) => ratio(row, 'few', 'query')],
    ['× plain server', (row) => ratio(row, 'few', 'plain')],
    ['× commit before', (row) => ratio(row, 'few', 'before')],
    ...(many === undefined
      ? []
      : ([
          [sum(many), (row: Row) => amount(row, 'many')],
          ['× plain server', (row: Row) => ratio(row, 'many', 'plainMany')],
        ] as const)),
    ...(hasTargets ? ([['Target', verdictOf]] as const) : []),
  ]
  return [
    [
      cells(inColumns.map(([head]) => head)),
      cells(inColumns.map((_, at) => (at === 0 ? '---' : '---:'))),
      ...rows.map((row) => cells(inColumns.map(([, cell]) => cell(row)))),
    ].join('\n'),
    Object.entries(on)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  ].join('\n\n')
}

/** Puts a table between the two lines of a document that name the bench. Throws if they are not there. */
export function intoDocument(path: string, table: string): void {
  const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']
  const [before, rest] = readFileSync(path, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${path} needs the lines ${begin} and ${end}.`)
  writeFileSync(path, `${before}${begin}\n${table}\n${end}${after}`)
}
