/** Draws the measurements of the last commits as an image (SVG 1.1). Pure. */
import type { Run } from './history.ts'

const [LABEL, PLOT, FIGURE, ROW, TOP] = [430, 260, 70, 22, 44]
const WIDTH = LABEL + PLOT + FIGURE + 20
/** The plot is from a tenth of the target to ten times the target, on a logarithmic scale. */
const DECADES = 1

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text: string) => (text.length > 68 ? `${text.slice(0, 67)}…` : text)

/** The height of a value in its row, in pixels from the row's top. */
function heightOf(value: number): number {
  const power = Math.max(-DECADES, Math.min(DECADES, Math.log10(Math.max(value, 1e-9))))
  return ROW / 2 - (power / DECADES) * (ROW / 2 - 2)
}

function rowOf(what: string, runs: readonly Run[], at: number): string {
  const top = TOP + at * ROW
  const place = (run: number) => LABEL + 8 + (run * (PLOT - 16)) / Math.max(1, runs.length - 1)
  const points = runs.flatMap(({ reached }, run) => {
    const value = reached[what]
    return value === undefined ? [] : [[place(run), top + heightOf(value), value] as const]
  })
  const last = points.at(-1)
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const middle = top + ROW / 2
  return [
    `<text x="${LABEL}" y="${middle + 4}" text-anchor="end">${escaped(cut(what))}</text>`,
    `<path class="target" d="M${LABEL + 4} ${middle}H${LABEL + PLOT - 4}"/>`,
    `<polyline points="${line}"/>`,
    ...(last === undefined
      ? []
      : [
          `<circle class="${last[2] >= 1 ? 'met' : 'missed'}" cx="${last[0].toFixed(1)}" cy="${last[1].toFixed(1)}" r="3"/>`,
          `<text x="${LABEL + PLOT + 4}" y="${middle + 4}">${last[2].toPrecision(2)} ×</text>`,
        ]),
  ].join('')
}

/** Returns the image: a row for each measurement of the newest run, a point for each run, the oldest to the left. */
export function chart(runs: readonly Run[]): string {
  const rows = Object.keys(runs.at(-1)?.reached ?? {})
  const height = TOP + rows.length * ROW + 10
  const commits = [runs.at(0), runs.at(-1)].map((run) => `${run?.commit ?? ''} (${run?.date ?? ''})`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Measurements relative to their targets, from ${escaped(commits.join(' to '))}</title>
<style>text{font:11px system-ui,sans-serif;fill:#334}.head{font-weight:600}rect{fill:#fff}polyline{fill:none;stroke:#57a;stroke-width:1.5}
.target{stroke:#bbb;stroke-dasharray:3 3}.met{fill:#1a7f37}.missed{fill:#c62828}</style>
<rect width="100%" height="100%"/>
<text class="head" x="${LABEL}" y="18" text-anchor="end">Relative to the target: above the dashed line is met</text>
<text x="${LABEL + 8}" y="18">${escaped(commits[0] ?? '')}</text><text x="${LABEL + PLOT - 8}" y="34" text-anchor="end">${escaped(commits[1] ?? '')}</text>
${rows.map((what, at) => rowOf(what, runs, at)).join('\n')}
</svg>
`
}
