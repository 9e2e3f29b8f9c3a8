import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  notesOf,
  packClient,
  packProgram,
  packPythonClient,
  releaseVersion,
  writeSums,
} from '../scripts/release.ts'
import { variables } from '../src/config/variables.ts'
import { leaveOut } from './support/left-out.ts'
import { hasProgram, runProgram } from './support/programs.ts'

const root = resolve(import.meta.dirname, '..')
const TIMEOUT = 240_000

/** Puts a package where npm does, with its dependencies from here. Returns its folder. */
async function installed(tarball: string, home: string): Promise<string> {
  await mkdir(home, { recursive: true })
  await runProgram('tar', ['-xzf', tarball, '-C', home])
  const manifest = JSON.parse(await readFile(join(home, 'package/package.json'), 'utf8'))
  const own = join(home, 'node_modules', manifest.name)
  await mkdir(dirname(own), { recursive: true })
  await rename(join(home, 'package'), own)
  for (const name of Object.keys(manifest.dependencies)) {
    await mkdir(join(own, 'node_modules', name, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(own, 'node_modules', name))
  }
  return own
}

describe('the packed program', () => {
  let folder: string
  let own: string
  let bin: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fasti-package-'))
    await packProgram(folder)
    own = await installed(join(folder, `fasti-${releaseVersion}.tgz`), join(folder, 'home'))
    bin = join(folder, 'home/node_modules/.bin')
    await mkdir(bin)
    // npm install does the same.
    await chmod(join(own, 'dist/main.js'), 0o755)
    await symlink(relative(bin, join(own, 'dist/main.js')), join(bin, 'fasti'))
  }, TIMEOUT)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const started = (file: string, args: readonly string[]) =>
    runProgram(file, args, {
      cwd: join(folder, 'home'),
      env: { PATH: process.env.PATH, HOME: folder, FASTI_DATA_DIR: join(folder, 'data') },
    })
  // What npx starts; npx itself takes longer than the command.
  const fasti = (...args: string[]) => started(join(bin, 'fasti'), args)

  it('runs as npx fasti with only the dependencies in its package.json', { timeout: TIMEOUT }, async () => {
    expect((await started('npx', ['--no-install', 'fasti', '--help'])).stdout).toContain(
      'Usage: fasti COMMAND',
    )
    expect((await fasti('user', 'add', 'ada', '--role', 'administrator')).stderr).toContain(
      'token create ada',
    )
    expect((await fasti('check')).stderr).toContain('No faults found.')
  })

  it('contains its documents and licence, and no tests or secrets', async () => {
    const files = await readdir(own, { recursive: true })
    for (const name of [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/main.js',
      'dist/NOTICES.md',
      'docs/routes.md',
      'docs/how-to/back-up.md',
      'ops/systemd/fasti.service',
      'ops/prometheus/fasti.rules.yml',
    ])
      expect(files).toContain(name)
    expect(
      files
        .filter((name) => !name.startsWith('node_modules'))
        .filter((name) => /^(test|src|bench|trials|docs\/internals)\b|\.env|\.db$/.test(name)),
    ).toEqual([])
  })

  it('has nothing that an installation would run or not use, and the licence of every package beside it', async () => {
    const manifest = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'))
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(scripts|devDependencies|overrides)$/)]),
    )
    const bom = JSON.parse(await readFile(join(folder, `fasti-${releaseVersion}.cdx.json`), 'utf8'))
    expect(bom.metadata.component).toMatchObject({ name: manifest.name, version: releaseVersion })
    expect(bom.components.map(({ name }: { name: string }) => name)).toContain('fastify')
  })
})

describe('the packed clients', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fasti-clients-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('of TypeScript is loaded by the name in its page, compiled and with its types', {
    timeout: TIMEOUT,
  }, async () => {
    await packClient(folder)
    const home = join(folder, 'home')
    const own = await installed(join(folder, `fasti-client-${releaseVersion}.tgz`), home)
    expect(await readdir(join(own, 'dist'))).toEqual(
      expect.arrayContaining(['index.js', 'index.d.ts', 'schema.d.ts']),
    )
    const script = `import { createClient } from '@fasti-calendar/client'; console.log(typeof createClient)`
    const { stdout } = await runProgram(process.execPath, ['--input-type=module', '-e', script], {
      cwd: home,
    })
    expect(stdout).toBe('function\n')
  })

  it('of Python is a wheel with a digest of every file, which is always the same', async ({ skip }) => {
    if (!(await hasProgram('python3'))) {
      leaveOut('The wheel of the client for Python: python3 is missing')
      return skip()
    }
    await packPythonClient(folder)
    const [wheel = ''] = (await readdir(folder)).filter((name) => name.endsWith('-py3-none-any.whl'))
    const first = await readFile(join(folder, wheel))
    await packPythonClient(folder)
    expect((await readFile(join(folder, wheel))).equals(first)).toBe(true)
    const script = `
import base64, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
[record] = [name for name in wheel.namelist() if name.endswith('/RECORD')]
for name, digest, _ in (line.split(',') for line in wheel.read(record).decode().splitlines()):
    own = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b'=').decode()
    assert name == record or digest == 'sha256=' + own, name
sys.path.insert(0, sys.argv[1])
import fasti
print(fasti.Client.__name__, len(wheel.namelist()))`
    const { stdout } = await runProgram('python3', ['-c', script, join(folder, wheel)])
    expect(stdout).toBe('Client 12\n')
  })
})

describe('the release', () => {
  it('has the files that the guide to installation names', async () => {
    const guide = await readFile(join(root, 'docs/how-to/install.md'), 'utf8')
    const named = [...guide.matchAll(/`(fasti[\w.-]*(?:tgz|tar|cdx\.json))`/g)].map(([, name]) => name)
    const ofVersion = ['.tgz', '-image.tar', '.cdx.json'].map((end) => `fasti-${releaseVersion}${end}`)
    expect([...new Set(named)].sort()).toEqual([...ofVersion, `fasti-client-${releaseVersion}.tgz`].sort())
  })

  it('has the section of its version as notes, with links as text, and sums that sha256sum reads', async () => {
    const changelog =
      '## Unreleased\n\n- Later.\n\n## 1.3.0 (2027-01-31)\n\n- [Upgrade](docs/up.md), see https://a.example.\n\n## 1.2.0 (2026-01-31)\n'
    expect(notesOf(changelog, '1.3.0')).toBe(
      '# Fasti 1.3.0\n\n- Upgrade (`docs/up.md`), see https://a.example.\n',
    )
    const folder = await mkdtemp(join(tmpdir(), 'fasti-sums-'))
    await writeFile(join(folder, 'b.tgz'), 'abc')
    writeSums(folder)
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.tgz\n',
    )
    writeSums(folder)
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).not.toContain('SHA256SUMS')
    await rm(folder, { recursive: true })
  })
})

describe('the installation', () => {
  it('runs install scripts only of the packages allowed in package.json, which lists every package with scripts', async () => {
    const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
    const { allowScripts } = await read('package.json')
    const { packages } = await read('package-lock.json')
    const withScripts = Object.entries<{ hasInstallScript?: boolean }>(packages).flatMap(([path, one]) =>
      one.hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
    )
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['@photostructure/sqlite'])
  })
})

describe('the containers', () => {
  it('get every setting that is in .env: those for proxies, mail, the bucket and submissions too', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    const [, block = ''] = /environment: &environment\n((?: {6}.*\n)*)/.exec(compose) ?? []
    const passed = [...block.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    // What the containers set themselves, and the settings of commands that read or write another server.
    const own = ['HOST', 'PORT', 'FASTI_DATA_DIR', 'FASTI_TOKEN', 'FASTI_IMPORT_AUTHORIZATION']
    expect(
      variables
        .map(({ name }) => name)
        .filter((name) => !passed.includes(name))
        .sort(),
    ).toEqual(own.sort())
    expect(passed).toEqual(expect.arrayContaining(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']))
    const named = (await readFile(join(root, 'Dockerfile'), 'utf8')).match(/^ENV .*/m)?.[0]
    for (const name of ['HOST', 'PORT', 'FASTI_DATA_DIR']) expect(named).toContain(` ${name}=`)
  })

  it('and the services of systemd have a limit of memory', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    expect(compose.match(/^ {4}image: /gm)).toHaveLength(3)
    expect(compose.match(/^ {4}mem_limit: \d+[mg]$/gm)).toHaveLength(3)
    for (const unit of ['fasti.service', 'fasti-backup.service'])
      expect(await readFile(join(root, 'ops/systemd', unit), 'utf8')).toMatch(/^MemoryMax=\d+G$/m)
  })

  it('write into folders that the user of the image owns: a back-up needs its own and that of the images', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    const [, owned = ''] =
      /install -d -o node -g node -m 0750 ([^\n]*)/.exec(await readFile(join(root, 'Dockerfile'), 'utf8')) ??
      []
    const ofFasti = [...compose.matchAll(/"(?:media|backups):([^"]*)"/g)].map(([, folder]) => folder)
    expect(ofFasti).toEqual(['/data', '/data', '/backups'])
    expect(owned.split(' ')).toEqual([...new Set(ofFasti)])
  })
})
