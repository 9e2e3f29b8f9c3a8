/** Metrics of requests, and the OpenMetrics 1.0 text format. */

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  /** Count for each bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: Float64Array
  sum: number
}

export interface DurationHistogram {
  /** Records the duration of a response, in seconds. */
  observe(route: string, method: string, status: number, seconds: number): void
  /** The lines of the histogram, for each route, method and status. */
  lines(name: string): readonly string[]
}

/** Escapes a label value. */
const quoted = (value: string) => value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))

function seriesLines(name: string, { labels, counts, sum }: Series): readonly string[] {
  let total = 0
  const buckets = Array.from(counts, (count, at) => {
    total += count
    return `${name}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `${name}_count{${labels}} ${total}`, `${name}_sum{${labels}} ${sum.toFixed(6)}`]
}

/** Returns an empty histogram of response durations. */
export function newDurationHistogram(): DurationHistogram {
  const byRoute = new Map<string, Map<string, Series>>()
  const seriesOf = (route: string, method: string, status: number): Series => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Series>()
    byRoute.set(route, ofRoute)
    const key = `${method} ${status}`
    const known = ofRoute.get(key)
    if (known !== undefined) return known
    const labels = `route="${quoted(route)}",method="${quoted(method)}",status="${status}"`
    const series = { labels, counts: new Float64Array(BOUNDS.length + 1), sum: 0 }
    ofRoute.set(key, series)
    return series
  }
  return {
    observe(route, method, status, seconds) {
      const series = seriesOf(route, method, status)
      let at = 0
      while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1
      series.counts[at] = (series.counts[at] ?? 0) + 1
      series.sum += seconds
    },
    lines: (name) =>
      [...byRoute.values()].flatMap((of) => [...of.values()].flatMap((one) => seriesLines(name, one))),
  }
}

export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info'
  readonly help: string
  readonly unit?: 'seconds' | 'bytes'
  readonly lines: readonly string[]
}

/** Builds a metric family with one number for each set of labels. */
export function metricFamily(
  { name, type, help, unit }: Omit<MetricFamily, 'lines'>,
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
): MetricFamily {
  const suffix = type === 'counter' ? '_total' : type === 'info' ? '_info' : ''
  const lines = values.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quoted(text)}"`)
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
  })
  return { name, type, help, lines, ...(unit !== undefined && { unit }) }
}

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Writes metric families as one OpenMetrics document. */
export function metricsText(families: readonly MetricFamily[]): string {
  const blocks = families.flatMap(({ name, type, help, unit, lines }) => [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...lines,
  ])
  return `${blocks.join('\n')}\n# EOF\n`
}
