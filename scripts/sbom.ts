/**
 * Writes sbom.cdx.json, the software bill of materials of the installed program (CycloneDX 1.5). It lists name, version, licence
 * and digest of every package that is bundled or installed with the program. The data comes from the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { build } from './build.ts'
import { componentsOf, type Locked } from './components.ts'

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string
  version: string
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}

/** Converts `sha512-…` to an algorithm and hexadecimal digits; other forms give no hash. */
function hashesOf(integrity: string | undefined): readonly object[] {
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return content === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }]
}

const builtIn = await build()

const components = componentsOf(packages, builtIn).map(({ path, name, version, license, integrity }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses = license === undefined ? [] : [{ expression: license }]
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    name,
    version,
    purl,
    licenses,
    hashes: hashesOf(integrity),
  }
})

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name, version, purl: `pkg:npm/${name}@${version}` } },
  components,
}
writeFileSync('sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)
process.stdout.write(`sbom.cdx.json: ${components.length} packages\n`)
