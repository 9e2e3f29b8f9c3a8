/** The editors' desk: one page below every root. Its script uses the public API only. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isLanguage, type Language } from '../../locales/index.ts'
import { Problem } from '../../problem.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { filePath, policy } from './assets.ts'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const
type FileKind = keyof typeof types

interface DeskFile {
  readonly name: string
  readonly text: string
  readonly type: string
}

/** Candidate locations: next to the built program, or in `dist` when it runs from source. */
const places = (kind: FileKind) => [
  new URL(`../web/desk.${kind}`, import.meta.url),
  new URL(`../../../dist/web/desk.${kind}`, import.meta.url),
]

function built(kind: FileKind): DeskFile | undefined {
  const place = places(kind).find((one) => existsSync(one))
  if (place === undefined) return undefined
  const text = readFileSync(place, 'utf8')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { name: `desk-${digest}.${kind}`, text, type: types[kind] }
}

/** Read at start: a later build may replace the files on disk, while open pages still request these names. */
const style = built('css')
const script = built('js')

/** The desk's style and script. Throws 503 if they were not built. */
function deskFiles(): readonly [style: DeskFile, script: DeskFile] {
  if (style !== undefined && script !== undefined) return [style, script]
  throw new Problem('rest_unavailable', {
    message: 'The desk is not built. Run "npm run build" and start the service again.',
  })
}

/** The response with the desk's script or style; undefined if `name` is neither. */
export function deskFileResponse(name: string): ApiResponse | undefined {
  if (!name.startsWith('desk-')) return undefined
  const file = deskFiles().find((one) => one.name === name)
  if (file === undefined) return undefined
  return { status: 200, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, body: {}, file }
}

interface DeskPlace {
  /** The path of the requested URL, without the query. */
  readonly path: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
  readonly namespace: string
  readonly language: Language
  /** The site zone, an IANA name or an offset. */
  readonly zone: string
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** The response with the desk's page. Its script renders the content, and reads its settings from the body's data attributes. */
export function deskResponse({ path, base, namespace, language, zone }: DeskPlace): ApiResponse {
  const [style, script] = deskFiles()
  const first = path.slice(base.length).split('/')[1] ?? ''
  const root = isLanguage(first) ? `${base}/${first}` : base
  const data = { base, root, namespace, zone, language, chosen: String(root !== base) }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Fasti</title>
<link rel="stylesheet" href="${escaped(base)}/assets/${style.name}">
<link rel="icon" href="${escaped(filePath(base, 'icon'))}">
</head>
<body${attributes.join('')}>
<div id="desk"></div>
<noscript><p>The desk needs JavaScript.</p></noscript>
<script type="module" src="${escaped(base)}/assets/${script.name}"></script>
</body>
</html>
`
  const headers = { 'Content-Security-Policy': policy, 'Content-Language': language }
  return { status: 200, headers, body: {}, file: { type: 'text/html; charset=utf-8', text } }
}
