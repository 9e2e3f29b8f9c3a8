import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { build } from '../scripts/build.ts'
import { removeOldFiles, replaceFiles } from '../scripts/built-files.ts'
import { stackInSources } from '../src/http/observability/logs.ts'
import { anImage } from './support/images.ts'
import { type Serving, serve, start } from './support/process.ts'
import { s3Server } from './support/s3-server.ts'

const root = resolve(import.meta.dirname, '..')

describe('a build', () => {
  let folder: string
  /** A build that every test copies. */
  let made: string
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'fasti-built-'))
    await build(made)
  })
  afterAll(() => rm(made, { recursive: true, force: true }))
  let service: Serving | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fasti-build-'))
  })
  afterEach(async () => {
    service?.child.kill('SIGKILL')
    service = undefined
    await rm(folder, { recursive: true, force: true })
  })

  it('does not break a service that runs from the same folder, even if all files change', async () => {
    const dist = join(folder, 'dist')
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await cp(made, dist, { recursive: true })
    const env = { FASTI_DATA_DIR: join(folder, 'data'), FASTI_LOG_LEVEL: 'error' }
    const serving = await serve(env, [], join(dist, 'main.js'))
    service = serving
    // Removes more than any number of builds would.
    await rm(dist, { recursive: true })
    const { origin } = new URL(serving.address)
    const statusOf = async (path: string, init: RequestInit = {}) => [
      path,
      (await fetch(path.startsWith('/') ? origin + path : `${serving.address}/${path}`, init)).status,
    ]
    const type = { 'content-type': 'image/png' }
    const image = new Uint8Array(await anImage(60, 40))
    expect(await statusOf('media', { method: 'POST', headers: type, body: image })).toEqual(['media', 201])
    const event = { title: 'Market', start_date: '2027-05-04 08:00', end_date: '2027-05-04 13:00' }
    const json = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers: json, body: JSON.stringify(event) }
    expect(await statusOf('events', sent)).toEqual(['events', 201])
    const lines = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } }
    expect(await statusOf('import', { ...lines, body: JSON.stringify(event) })).toEqual(['import', 200])
    for (const path of ['events', 'events.ics', 'events.rss', 'events.atom', 'doc', '/desk', '/calendar/'])
      expect(await statusOf(path)).toEqual([path, 200])
    for (const path of ['/event/market/', '/calendar/map/', '/readyz', '/metrics', '/robots.txt'])
      expect(await statusOf(path)).toEqual([path, 200])
    const page = await (await fetch(`${origin}/calendar/`)).text()
    for (const [, file = ''] of page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      expect(await statusOf(file)).toEqual([file, 200])
    await cp(made, dist, { recursive: true })
    expect(await statusOf('events')).toEqual(['events', 200])
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toMatchObject({ code: 0, stderr: '' })
    const started = start(['--help'], env, undefined, join(dist, 'main.js'))
    expect((await started.ended).stdout).toContain('Usage: fasti COMMAND')
  })

  it('needs only the packages that are installed with it, also to store images in a bucket', async () => {
    const dist = join(folder, 'dist')
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    )
    const install = async (names: readonly string[]) => {
      for (const name of names) {
        const link = join(folder, 'node_modules', name)
        await mkdir(dirname(link), { recursive: true })
        await symlink(join(root, 'node_modules', name), link)
      }
    }
    await install(Object.keys(dependencies))
    await cp(made, dist, { recursive: true })
    const bucket = await s3Server()
    try {
      const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
      const env = {
        AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY,
        FASTI_DATA_DIR: join(folder, 'data'),
        FASTI_LOG_LEVEL: 'error',
        FASTI_MEDIA: bucket.url,
      }
      const without = await start(['serve'], env, undefined, join(dist, 'main.js')).ended
      expect(without).toMatchObject({ code: 1 })
      expect(without.stderr).toContain('npm install @aws-sdk/client-s3')
      await install(Object.keys(optionalDependencies))
      service = await serve(env, [], join(dist, 'main.js'))
      const image = new Uint8Array(await anImage(60, 40))
      const sent = { method: 'POST', headers: { 'content-type': 'image/png' }, body: image }
      expect((await fetch(`${service.address}/media`, sent)).status).toBe(201)
      expect(bucket.objects.size).toBeGreaterThan(0)
      // The library of buckets warns of nothing.
      service.child.kill('SIGTERM')
      expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
    } finally {
      await bucket.close()
    }
  })

  it('tells in a stack the file and the line of the source', async () => {
    const program = await readdir(join(made, 'program'))
    const chunks = program.filter((name) => name.endsWith('.js')).map((name) => join(made, 'program', name))
    const texts = await Promise.all(chunks.map(async (path) => [path, await readFile(path, 'utf8')] as const))
    const [path = '', text = ''] = texts.find(([, text]) => text.includes('function errorLogger(')) ?? []
    const before = text.slice(0, text.indexOf('function errorLogger(')).split('\n')
    const frame = `at one (${pathToFileURL(path)}:${before.length}:${(before.at(-1) ?? '').length + 1})`
    expect(stackInSources(`Error: x\n    ${frame}\n    at node:internal/x:1:1`)).toMatch(
      /^Error: x\n {4}at one \(src\/http\/observability\/logs\.ts:\d+:\d+\)\n {4}at node:internal\/x:1:1$/,
    )
  })

  it('loads only what a command needs: for the overview a few kilobytes, and the server only to serve', async () => {
    const program = await readdir(join(made, 'program'))
    const chunkOf = (name: string) => program.find((file) => file.startsWith(`${name}-`)) ?? ''
    const loadedBy = async (file: string, known = new Map<string, string>()) => {
      if (known.has(file)) return known
      const text = await readFile(join(made, file), 'utf8')
      known.set(file, text)
      for (const [, next = ''] of text.matchAll(/\b(?:from|import)\s*"\.\/(?:program\/)?([\w-]+\.js)"/g))
        await loadedBy(`program/${next}`, known)
      return known
    }
    const textOf = async (file: string) => [...(await loadedBy(file)).values()].join('')
    const hasServer = (text: string) => text.includes('from"fastify"')
    const overview = (await textOf('main.js')) + (await textOf(`program/${chunkOf('run')}`))
    expect(overview.length).toBeLessThan(36_000)
    expect(hasServer(await textOf(`program/${chunkOf('serving')}`))).toBe(true)
    for (const name of ['run', 'serve', 'token', 'user', 'import', 'subscribe', 'mcp'])
      expect([name, hasServer(await textOf(`program/${chunkOf(name)}`))]).toEqual([name, false])
    // Ways to sign in are for those who have set them up.
    const serving = await textOf(`program/${chunkOf('serving')}`)
    for (const library of ['openid-client', '@node-saml/node-saml', '@xmldom/xmldom'])
      expect([library, serving.includes(`from"${library}"`)]).toEqual([library, false])
  })

  it('counts the entry of the desk among the files of a build, which later ones keep', async () => {
    const [newest] = JSON.parse(await readFile(join(made, 'web/desk/builds.json'), 'utf8'))
    expect(newest).toContain('main.js')
    expect(await readdir(join(made, 'web/desk'))).toEqual(expect.arrayContaining(newest))
  })

  it('keeps only the files of the last builds, which running commands may still load', async () => {
    const make = (...names: readonly string[]) => {
      replaceFiles(names.map((name) => ({ path: join(folder, name), contents: name })))
      removeOldFiles(folder, names)
    }
    const there = async () => (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
    await writeFile(join(folder, 'a.js'), 'of a build that kept no list')
    make('b.js', 'shared.js')
    expect(await there()).toEqual(['a.js', 'b.js', 'shared.js'])
    for (let again = 0; again < 5; again += 1) make('b.js', 'shared.js')
    expect(await there()).toEqual(['a.js', 'b.js', 'shared.js'])
    make('c.js', 'shared.js')
    make('d.js')
    expect(await there()).toEqual(['b.js', 'c.js', 'd.js', 'shared.js'])
  })

  it('replaces a file atomically: open handles still read the old one, and no temporary file stays', async () => {
    const path = join(folder, 'sub/main.js')
    replaceFiles([{ path, contents: 'old', mode: 0o755 }])
    const opened = await open(path)
    replaceFiles([{ path, contents: 'new', mode: 0o755 }])
    expect([await opened.readFile('utf8'), await readFile(path, 'utf8')]).toEqual(['old', 'new'])
    await opened.close()
    expect(await readdir(join(folder, 'sub'))).toEqual(['main.js'])
  })
})
