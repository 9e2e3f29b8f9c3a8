import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../scripts/audit.ts'
import { type Component, componentsOf } from '../../scripts/components.ts'
import { compareVersions, isWithin } from '../../scripts/version-ranges.ts'
import { scratch } from '../support/scratch.ts'

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
const components = componentsOf(packages, ['node_modules/fastify', 'node_modules/qs'])
const versionOf = (name: string) => components.find((one) => one.name === name)?.version ?? ''

describe('the packages that the program consists of', () => {
  it('are those that are built into it and those that are installed with it, and no tools', () => {
    const names = components.map(({ name }: Component) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'qs', 'sharp', '@photostructure/sqlite']))
    for (const tool of ['vitest', 'typescript', 'fasti']) expect(names).not.toContain(tool)
  })
})

describe('versions and ranges', () => {
  it('are compared as semantic versions, with a release after its pre-releases', () => {
    const inOrder = [
      '0.9.9',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0',
      '1.0.1',
      '1.10.0',
    ]
    for (const [at, one] of inOrder.entries())
      for (const [other, two] of inOrder.entries())
        expect([one, two, Math.sign(compareVersions(one, two) ?? Number.NaN)]).toEqual([
          one,
          two,
          Math.sign(at - other),
        ])
    expect(compareVersions('1.0.0', 'latest')).toBeUndefined()
  })

  it('contain the versions that advisories of npm mean', () => {
    for (const [version, range, is] of [
      ['1.2.3', '<1.2.4', true],
      ['1.2.4', '<1.2.4', false],
      ['2.0.0', '>=1.0.0 <1.2.4 || =2.0.0', true],
      ['1.2.3', '>= 1.0.0, < 1.2.4', true],
      ['0.9.0', '>=1.0.0 <1.2.4', false],
      ['1.0.0-beta', '<1.0.0', true],
      ['1.0.0', '*', true],
      ['1.0.0', '^0.1', true],
    ] as const)
      expect([version, range, isWithin(version, range)]).toEqual([version, range, is])
  })
})

describe('npm run audit', () => {
  let folder: string
  beforeAll(async () => {
    folder = await scratch('fasti-audit-')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const audited = async (args: readonly string[], registry = 'http://127.0.0.1:9/') => {
    let said = ''
    const write = (more: string) => {
      said += more
    }
    return { code: await audit(args, { components, registry, write }), said }
  }
  const withFile = async (advisories: object, ...more: readonly string[]) => {
    const file = join(folder, 'advisories.json')
    await writeFile(file, JSON.stringify(advisories))
    return audited(['--advisories', file, ...more])
  }
  const osv = (name: string, events: readonly object[], more: object = {}) => ({
    id: 'MADE-UP-1',
    summary: 'Made up',
    affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
    database_specific: { severity: 'MODERATE' },
    ...more,
  })
  const hit = {
    code: 1,
    said: expect.stringContaining(`fastify ${versionOf('fastify')}: Made up (MADE-UP-1)`),
  }
  const none = { code: 0, said: expect.stringMatching(/^audit: \d+ packages, 0 advisories$/m) }

  it('finds an advisory of OSV for a built-in package, only at the affected version', async () => {
    expect(await withFile([osv('fastify', [{ introduced: '0' }])])).toEqual(hit)
    expect(
      await withFile({ vulns: [osv('fastify', [{ introduced: '5.0.0' }, { fixed: '99.0.0' }])] }),
    ).toEqual(hit)
    const at = versionOf('fastify')
    expect(await withFile(osv('fastify', [{ introduced: '0' }, { last_affected: at }]))).toEqual(hit)
    expect(
      await withFile(
        osv('fastify', [], {
          affected: [{ package: { ecosystem: 'npm', name: 'fastify' }, versions: [at] }],
        }),
      ),
    ).toEqual(hit)
    expect(await withFile([osv('fastify', [{ introduced: '0' }, { fixed: at }])])).toEqual(none)
    expect(await withFile([osv('fastify', [{ introduced: '0' }], { withdrawn: '2026-01-01' })])).toEqual(none)
    expect(await withFile([osv('vitest', [{ introduced: '0' }])])).toEqual(none)
    // Without any advisory there is nothing to compare with.
    for (const empty of [[], {}, { vulns: [] }])
      expect(await withFile(empty, '--short')).toEqual({
        code: 2,
        said: expect.stringMatching(/packages not compared: .* has no advisories \(it is empty\)/),
      })
  })

  it('finds advisories in npm’s bulk format, from the given severity up', async () => {
    const advisory = { id: 1, url: 'MADE-UP-1', title: 'Made up', severity: 'moderate' }
    const about = (vulnerable_versions: string) => ({ fastify: [{ ...advisory, vulnerable_versions }] })
    expect(await withFile(about('<99.0.0'))).toEqual(hit)
    expect(await withFile(about('<1.0.0'))).toEqual(none)
    expect(await withFile(about('<99.0.0'), '--level', 'high')).toEqual(none)
    expect(await withFile(about('<99.0.0'), '--level', 'moderate', '--short')).toEqual(hit)
    expect(await withFile({ fastify: 'x' }, '--short')).toEqual({
      code: 2,
      said: expect.stringContaining('neither the OSV nor the npm format'),
    })
    expect(await audited(['--advisories', join(folder, 'none.json'), '--short'])).toEqual({
      code: 2,
      said: expect.stringMatching(/packages not compared: .*none\.json has no advisories \(ENOENT/),
    })
    await expect(withFile({}, '--level', 'bad')).rejects.toThrow('--level is one of')
  })

  it('queries the registry if there is no file, and reports a registry without advisories', async () => {
    const sent: string[] = []
    let isFilled = true
    const server = createServer(async (request, response) => {
      sent.push(request.url ?? '', await text(request))
      response.end(
        JSON.stringify({
          ...(isFilled && { lodash: [{ id: 2, title: 'Known', vulnerable_versions: '<4.17.5' }] }),
          fastify: [{ id: 1, url: 'MADE-UP-1', title: 'Made up', vulnerable_versions: '*' }],
        }),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/of/npm`
    expect(await audited([], registry)).toEqual(hit)
    expect(sent[0]).toBe('/of/npm/-/npm/v1/security/advisories/bulk')
    expect(JSON.parse(sent[1] ?? '').fastify).toEqual([versionOf('fastify')])
    // A mirror that answers everything with little or nothing.
    isFilled = false
    expect(await audited(['--short'], registry)).toEqual({
      code: 2,
      said: expect.stringMatching(/packages not compared: .* none even for lodash 4\.17\.4/),
    })
    server.close()
    server.closeAllConnections()
    const away = expect.stringMatching(
      /packages not compared: the registry returned no advisories .*--advisories FILE/,
    )
    expect(await audited([], registry)).toEqual({ code: 2, said: away })
    expect(await audited(['--short'], registry)).toEqual({ code: 2, said: away })
  })
})
