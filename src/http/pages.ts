/** Pages and the files that they are made of: served from here alone, under a strict Content-Security-Policy. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Language } from '../locales/index.ts'
import { Problem } from '../problem.ts'
import { docPage } from '../representations/html/doc.ts'
import type { Answer } from './asked.ts'

/** Nothing from elsewhere, nothing inline. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

function fileOf(name: string, kind: keyof typeof types) {
  const text = readFileSync(new URL(`../web/${name}.${kind}`, import.meta.url), 'utf8')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { name: `${name}-${digest}.${kind}`, text, type: types[kind] }
}

const style = fileOf('doc', 'css')
const script = fileOf('doc', 'js')
const files = new Map([style, script].map((file) => [file.name, file]))

/** The answer to a request for a file of a page: its name changes with its content, so it may be kept for ever. */
export function fileAnswer(name: string): Answer {
  const file = files.get(name)
  if (file === undefined) throw new Problem('rest_no_route')
  return { status: 200, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, body: {}, file }
}

interface Place {
  readonly language: Language
  readonly namespace: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
}

/** The documentation as a page. */
export function docAnswer(document: object, { language, namespace, base }: Place): Answer {
  const text = docPage(
    { ...document },
    {
      language,
      style: `${base}/assets/${style.name}`,
      script: `${base}/assets/${script.name}`,
      inLanguage: (other) => `${base}/${other}/${namespace}/doc`,
    },
  )
  const headers = { 'Content-Security-Policy': policy, 'Content-Language': language }
  return { status: 200, headers, body: {}, file: { type: 'text/html; charset=utf-8', text } }
}
