import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import {
  documentTexts,
  interfaceLanguageCodes,
  operationGroupTexts,
  readOnlyFieldTexts,
  responseTexts,
} from '../support/inside/api.ts'
import { leaveOut } from '../support/left-out.ts'
import { hasProgram, runProgram } from '../support/programs.ts'
import { published } from '../support/published.ts'
import { scratch } from '../support/scratch.ts'
import { type Answered, type TestService, testService } from '../support/service.ts'

/** The Accept header of browsers. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const plain = (html: string) =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, one = '']) => plain(one))

describe('the documentation page', () => {
  let service: TestService
  let page: Answered
  beforeAll(async () => {
    // A service that takes no submissions, or is not on the social web, leaves their operations out of its document.
    service = await testService(dialects[0]?.name ?? 'sqlite', {
      FASTI_SUBMISSIONS: 'open',
      FASTI_FEDERATION: 'on',
      FASTI_FEDERATION_HOSTS: '127.0.0.1',
      FASTI_BASE_URL: 'http://127.0.0.1:3000',
    })
    page = await service.get('/doc?part=all', browser)
  })
  afterAll(() => service.close())

  it('§7 is served to browsers at /doc; other clients get JSON', async () => {
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['application/json, text/html;q=0.9', 'application/json'],
      ['text/html;q=0.5, application/json;q=0.5', 'application/json'],
      ['text/*', 'text/html'],
      ['text/html;q=0.1, */*;q=0', 'text/html'],
      ['application/json;q=0', 'text/html'],
      ['text/html;q=0', 'application/json'],
    ] as const)
      expect((await service.get('/doc', { accept })).headers['content-type'], accept).toContain(type)
    expect((await service.get('/doc', { accept: '*/*;q=0' })).status).toBe(406)
    expect((await service.get('/doc', {})).body.openapi).toBe('3.1.0')
    expect((await service.ask('HEAD', '/doc', undefined, browser)).headers['content-type']).toContain(
      'text/html',
    )
  })

  it('§8 gets 304 if nothing has changed, and never for the ETag of the JSON', async () => {
    const etag = page.headers.etag ?? ''
    expect((await service.get('/doc?part=all', { ...browser, 'if-none-match': etag })).status).toBe(304)
    expect((await service.get('/doc', { 'if-none-match': etag })).status).toBe(200)
    expect(page.headers.vary).toContain('Accept')
    expect(page.headers['x-robots-tag']).toBeUndefined()
  })

  it('loads no third-party and no inline content', async () => {
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    expect(page.body.match(/<script/g)).toHaveLength(1)
    const files = all(page.body, /(?:src|<link rel="stylesheet" href)="([^"]+)"/g)
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { status, headers, body } = await service.get(`/${file}`)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      expect(body).not.toMatch(/https?:\/\/|@import|url\((?!"figtree-)/)
      expect((await service.get(`/${file}`, { 'if-none-match': headers.etag ?? '' })).status).toBe(304)
    }
    expect((await service.get('//assets/doc-0000.css')).status).toBe(404)
    expect((await service.get('//assets/..%2Fmain.ts')).status).toBe(404)
  })

  it('shows every operation, parameter and status of the document', () => {
    for (const [path, item] of Object.entries(published().paths))
      for (const [verb, operation] of Object.entries(item)) {
        if (verb === 'options') continue
        const id = operation.operationId.replace(/-with-\w+$/, '')
        const article = page.body.split(`<article id="${id}"`)[1]?.split('</article>')[0] ?? ''
        expect(article, operation.operationId).toContain(`<code>${path}</code>`)
        expect(article).toContain(`>${verb.toUpperCase()}</span>`)
        for (const status of Object.keys(operation.responses)) expect(article).toContain(`>${status}</code>`)
      }
  })

  it('has landmarks, one first-level heading, and a skip link', () => {
    expect(page.body).toMatch(/<html lang="en">/)
    for (const part of ['<header>', '<main id="main">', '<nav aria-label="Contents">', 'role="search"'])
      expect(page.body).toContain(part)
    expect(page.body.match(/<h1>/g)).toHaveLength(1)
    expect(page.body).toContain('<a class="skip" href="#main">')
    expect(page.body.match(/<table>/g)?.length).toBe(page.body.match(/<caption>/g)?.length)
    const levels = all(page.body, /<h([1-6])/g).map(Number)
    expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1)).toBe(true)
  })

  it('begins with an overview of less than 300 kB, and has every operation in one of its parts', async () => {
    const overview = (await service.get('/doc', browser)).body
    expect(Buffer.byteLength(overview)).toBeLessThan(300_000)
    for (const heading of ['Authentication', 'Errors', 'OpenAPI', 'Guides'])
      expect(overview).toMatch(new RegExp(`<h2 id="[a-z]+">${heading}</h2>`))
    const parts = [...new Set(all(overview, /href="\?part=([a-z-]+)/g))]
    const texts = await Promise.all(
      parts.map(async (part) => [part, (await service.get(`/doc?part=${part}`, browser)).body] as const),
    )
    for (const [part, text] of texts) {
      expect([part, text.length < page.body.length]).toEqual([part, true])
      const linked = all(overview, new RegExp(`href="\\?part=${part}#([^"]+)"`, 'g'))
      expect([part, linked.filter((id) => !text.includes(` id="${id}"`))]).toEqual([part, []])
    }
    expect((await service.get('/doc?part=nothing', browser)).body).toBe(overview)
  })

  it('labels every field, and has no broken links', () => {
    const ids = all(page.body, /\sid="([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    const labels = new Set(all(page.body, /<label for="([^"]+)"/g))
    const inputs = all(page.body, /<input id="([^"]+)"/g)
    expect(inputs.length).toBeGreaterThan(50)
    expect(inputs.filter((id) => !labels.has(id))).toEqual([])
    const targets = all(page.body, /(?:href="#|aria-labelledby=")([^"]+)"/g)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has sufficient contrast in light and dark mode, and leads back to the calendar', async () => {
    const [style = ''] = all(page.body, /href="([^"]*theme-design[^"]*)"/g)
    const css: string = (await service.get(`/${style}`)).body
    // The tokens of the design come first, and then those of the theme.
    const palettes = css
      .split(/prefers-color-scheme:\s*dark/)
      .slice(-2)
      .map((part) =>
        Object.fromEntries(
          [...part.matchAll(/--(\w+):\s*#(\w{6})/g)].map(([, name = '', colour = '']) => [
            name,
            luminance(colour),
          ]),
        ),
      )
    expect(palettes).toHaveLength(2)
    for (const palette of palettes)
      for (const ink of ['ink', 'quiet', 'link', 'warning'])
        for (const ground of ['paper', 'raised', 'sunken'])
          expect(contrast(palette[ink] ?? 0, palette[ground] ?? 0), `${ink} on ${ground}`).toBeGreaterThan(
            4.5,
          )
    expect(page.body).toContain('<p class="mark"><a href="/en/">')
  })

  it('says of the texts that are English in every language that they are', async () => {
    const { body } = await service.get('//de/cal/events/v1/doc?part=all', browser)
    expect(body).toContain('<td><p>Der Titel als reiner Text.</p></td>')
    const texts = [
      ...Object.values(readOnlyFieldTexts),
      ...Object.values(documentTexts),
      ...Object.values(operationGroupTexts),
    ]
    const english = body.replaceAll(/<(td|div|dl)[^>]* lang="en">.*?<\/\1>/gs, '')
    expect(body.length - english.length).toBeGreaterThan(100_000)
    const told = (text: string) => english.includes(`<p>${text.replaceAll("'", '&#39;')}</p>`)
    expect([...texts, ...Object.values(responseTexts)].filter(told)).toEqual([])
  })

  it('exists below every root, in its language, with links to the others', async () => {
    for (const language of interfaceLanguageCodes) {
      const { body, headers } = await service.get(`//${language}/cal/events/v1/doc?part=events`, browser)
      expect([headers['content-language'], body.includes(`<html lang="${language}">`)]).toEqual([
        language,
        true,
      ])
      const example = `curl &#39;http://127.0.0.1:3000/${language}/cal/events/v1/events?per_page=10&#39;`
      expect(body.includes(example), language).toBe(true)
    }
    const links = all(page.body, /<a href="([^"]+)" hreflang/g)
    expect(links).toHaveLength(interfaceLanguageCodes.length)
    for (const link of links) expect((await service.get(`/${link}`, browser)).status).toBe(200)
  })

  it('shows example programs that work against the service, with a token in their environment', async () => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { headers } = await service.user('administrator')
    const folder = await scratch('fasti-doc-')
    await writeFile(join(folder, 'market.jpg'), await anImage(60, 40, 'jpeg'))
    const env = { PATH: process.env.PATH, TOKEN: headers.authorization?.replace('Bearer ', '') }
    for (const { name, command, args, together } of runners) {
      if (!(await hasProgram(name === 'curl' ? 'curl' : command))) {
        leaveOut(`Examples for ${name} at /doc: the program is missing`)
        continue
      }
      const codeOf = (id: string) => {
        const section = page.body.split(`id="code-${id}-${name}"`)[1] ?? ''
        return plain(/<code>([\s\S]*?)<\/code>/.exec(section)?.[1] ?? '').replaceAll(
          'http://127.0.0.1:3000',
          address,
        )
      }
      // One after the other in one process: starting one takes longer than an example.
      const program = together(shown.map(([id]) => codeOf(id)))
      const { stdout, stderr } = await runProgram(command, [...args, program], { cwd: folder, env })
      const printed = stdout.split(DIVIDER)
      for (const [at, [id, answer]] of shown.entries())
        expect(printed[at], `${name} ${id}: ${stderr}`).toMatch(answer)
    }
    await rm(folder, { recursive: true })
  }, 120_000)
})

/** Printed between the outputs of two examples. */
const DIVIDER = '@@@ next'

interface Runner {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Returns one program of several, which prints the divider between their outputs. */
  together(codes: readonly string[]): string
}

const runners: readonly Runner[] = [
  {
    ...{ name: 'javascript', command: process.execPath, args: ['--input-type=module', '-e'] },
    together: modules,
  },
  {
    ...{ name: 'python', command: 'python3', args: ['-c'] },
    together: (codes) => codes.join(`\nprint('${DIVIDER}', flush=True)\n`),
  },
  {
    ...{ name: 'curl', command: 'sh', args: ['-c'] },
    together: (codes) => codes.join(`\necho '${DIVIDER}'\n`),
  },
]

/** Returns one module of several: the imports of all, and each in a block. */
function modules(codes: readonly string[]): string {
  const isImport = (line: string) => line.startsWith('import ')
  const imports = new Set(codes.flatMap((code) => code.split('\n').filter(isImport)))
  const blocks = codes.map((code) => code.split('\n').filter((line) => !isImport(line)))
  const bodies = blocks.map((lines) => ['{', ...lines, '}'].join('\n'))
  return [...imports, bodies.join(`\nconsole.log('${DIVIDER}')\n`)].join('\n')
}

/** Operation → the response to its example. */
const shown: readonly (readonly [string, RegExp])[] = [
  ['create-event', /market day/i],
  ['list-events', /market (day|morning)/i],
  ['read-event', /market (day|morning)/i],
  ['update-event', /market morning/i],
  ['read-event-as-ics', /BEGIN:VCALENDAR/],
  ['create-media', /image\/jpeg/],
  ['list-tags', /outdoors/],
  ['index', /cal\/events\/v1/],
]

/** Relative luminance of `rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
