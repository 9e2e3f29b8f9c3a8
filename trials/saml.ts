/**
 * `npm run trial saml`: signs people in with LemonLDAP::NG of Debian as the SAML identity provider, set up as the how-to says: with a
 * role, with another one, and refused; again, and with an answer that is sent twice or changed.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { signingKey } from '../test/support/identity-provider.ts'
import { cookieHeader, type Jar, keepCookies } from '../test/support/issuer.ts'
import { run, serve } from '../test/support/process.ts'
import { type Program, runProgram, startProgram } from '../test/support/programs.ts'

// LemonLDAP::NG of Debian as a SAML identity provider, on loopback and in a folder of its own.

const MODULES = ['Lemonldap::NG::Portal', 'Lasso', 'XML::Simple', 'IO::String']
/** The packages that the trial needs. */
const PACKAGES =
  'lemonldap-ng liblasso-perl libxml-simple-perl libio-string-perl (with --no-install-recommends)'

const hasLemonldap = (): Promise<boolean> =>
  runProgram('perl', [...MODULES.map((name) => `-M${name}`), '-e1']).then(
    () => true,
    () => false,
  )

/** A plug-in in place of the captcha, which would load a library for images. */
const noCaptcha = `package Lemonldap::NG::Portal::Captcha::None;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
1;
`

/** Starts the portal with its people of the demonstration. `dwho` is in the group `press`. */
async function startLemonldap(folder: string, port: number, service: string): Promise<Program> {
  const at = (...path: string[]) => join(folder, ...path)
  const folders = ['conf', 'sessions/lock', 'persistent/lock', 'lib/Lemonldap/NG/Portal/Captcha']
  for (const one of folders) await mkdir(at(one), { recursive: true })
  const { pem, descriptor } = signingKey()
  const certificate = /<ds:X509Certificate>([^<]*)/.exec(descriptor)?.[1] ?? ''
  const storage = (name: string) => ({
    Directory: at(name),
    LockDirectory: at(name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  const given = JSON.parse(await readFile('/var/lib/lemonldap-ng/conf/lmConf-1.json', 'utf8'))
  const conf = {
    ...given,
    ...{ portal: `http://127.0.0.1:${port}/`, domain: '127.0.0.1', securedCookie: 0, requireToken: 0 },
    ...{ authentication: 'Demo', userDB: 'Same', passwordDB: 'Demo', registerDB: 'Null' },
    ...{ portalDisplayRegister: 0, portalDisplayResetPassword: 0, captcha: '::Captcha::None' },
    ...{ globalStorage: 'Apache::Session::File', globalStorageOptions: storage('sessions') },
    ...{ persistentStorage: 'Apache::Session::File', persistentStorageOptions: storage('persistent') },
    groups: { press: "$uid eq 'dwho'", others: '1' },
    issuerDBSAMLActivation: 1,
    samlEntityID: '#PORTAL#/saml/metadata',
    samlServicePrivateKeySig: pem,
    samlServicePublicKeySig: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    samlServiceSignatureMethod: 'RSA_SHA256',
    samlIDPSSODescriptorWantAuthnRequestsSigned: 0,
    samlSPMetaDataXML: { fasti: { samlSPMetaDataXML: service } },
    samlSPMetaDataExportedAttributes: {
      fasti: { uid: '1;uid;;', cn: '1;cn;;', mail: '0;mail;;', groups: '0;groups;;' },
    },
    samlSPMetaDataOptions: {
      fasti: {
        samlSPMetaDataOptionsNameIDFormat: 'persistent',
        samlSPMetaDataOptionsCheckSSOMessageSignature: 0,
        samlSPMetaDataOptionsEncryptionMode: 'none',
      },
    },
  }
  await writeFile(at('conf/lmConf-1.json'), JSON.stringify(conf))
  await writeFile(
    at('lemonldap-ng.ini'),
    `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${at('conf')}
localStorage = Cache::NullCache
[portal]
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  )
  await writeFile(at('lib/Lemonldap/NG/Portal/Captcha/None.pm'), noCaptcha)
  await writeFile(at('portal.psgi'), 'use Lemonldap::NG::Portal; Lemonldap::NG::Portal->run({});\n')
  const address = ['-s', 'HTTP::Server::PSGI', '--host', '127.0.0.1', '-p', String(port)]
  const portal = startProgram('plackup', ['-I', at('lib'), ...address, at('portal.psgi')], {
    env: { PATH: process.env.PATH, LLNG_DEFAULTCONFFILE: at('lemonldap-ng.ini') },
  })
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/saml/metadata`).catch(() => undefined)
    if (answer?.status === 200) return portal
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  portal.kill()
  throw new Error('LemonLDAP::NG did not start')
}

/** A page or a redirect, as a browser gets it. */
interface Got {
  readonly status: number
  readonly url: string
  readonly location: string | undefined
  readonly text: string
}

/** A browser that keeps the cookies of each host and port. */
function browser() {
  const jars = new Map<string, Jar>()
  return async (url: string, form?: URLSearchParams): Promise<Got> => {
    const { origin } = new URL(url)
    const jar: Jar = jars.get(origin) ?? new Map()
    jars.set(origin, jar)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...cookieHeader(jar) },
      ...(form && { method: 'POST', body: form }),
    })
    keepCookies(jar, answer.headers.getSetCookie())
    const to = answer.headers.get('location')
    const location = to === null ? undefined : new URL(to, url).href
    return { status: answer.status, url, location, text: await answer.text() }
  }
}

const unescaped = (text: string) =>
  text.replace(/&#x([0-9a-f]+);|&(amp|quot|lt|gt);/gi, (_, code, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(code, 16))
      : ({ amp: '&', quot: '"', lt: '<' }[name as string] ?? '>'),
  )

/** Reads the hidden fields and the action of the form of a page. */
function formIn({ text, url }: Got) {
  const [form = ''] = /<form[^>]*>.*?<\/form>/s.exec(text) ?? []
  const valueIn = (tag: string, name: string) =>
    unescaped(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.set(valueIn(tag, 'name'), valueIn(tag, 'value'))
  return { action: new URL(valueIn(form, 'action') || url, url).href, fields }
}

if (await hasLemonldap()) {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-saml-'))
  const [port, portal] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    FASTI_BASE_URL: base,
    FASTI_DATA_DIR: join(folder, 'data'),
    FASTI_SAML_METADATA: `http://127.0.0.1:${portal}/saml/metadata`,
    FASTI_OIDC_ROLES: 'groups:press=editor,uid:rtyler=author',
    FASTI_OIDC_TRUST_EMAIL: 'on',
    FASTI_SAML_LOGOUT: `http://127.0.0.1:${portal}/?logout=1`,
  }
  await run(['user', 'add', 'root', '--role', 'administrator'], env)
  const fasti = await serve(env)
  const metadata = await (await fetch(`${base}/signin/saml/metadata`)).text()
  const lemonldap = await startLemonldap(join(folder, 'lemonldap'), portal, metadata)
  const signedIn = async (login: string, change = (answer: string) => answer) => {
    const visit = browser()
    const begun = await visit(`${base}/signin/saml`)
    const asked = await visit(begun.location ?? '')
    const { action, fields } = formIn(asked)
    fields.set('user', login)
    fields.set('password', login)
    let page = await visit(action, fields)
    while (page.location !== undefined) page = await visit(page.location)
    const answer = formIn(page)
    const sent = answer.fields.get('SAMLResponse') ?? ''
    const xml = change(Buffer.from(sent, 'base64').toString())
    answer.fields.set('SAMLResponse', Buffer.from(xml).toString('base64'))
    const entered = await visit(answer.action, answer.fields)
    const session = await visit(`${base}/cal/events/v1/session`)
    const again = await visit(answer.action, answer.fields)
    const user = entered.status === 303 ? JSON.parse(session.text).user : undefined
    return {
      status: entered.status,
      id: user?.id,
      role: user?.role,
      name: user?.display_name,
      again: again.status,
    }
  }
  const results: (readonly [string, unknown, unknown])[] = []
  try {
    const first = await signedIn('dwho')
    results.push([
      'dwho, an editor by a group',
      [first.status, first.role, first.name],
      [303, 'editor', 'Doctor Who'],
    ])
    results.push(['the same answer again', first.again, 400])
    const second = await signedIn('dwho')
    results.push(['dwho once more, the same account', [second.status, second.id], [303, first.id]])
    const other = await signedIn('rtyler')
    results.push(['rtyler, an author by an attribute', [other.status, other.role], [303, 'author']])
    results.push(['msmith, whom no rule names', (await signedIn('msmith')).status, 403])
    const forged = await signedIn('rtyler', (xml) => xml.replaceAll('rtyler', 'dwho'))
    results.push(['a changed answer', forged.status, 400])
    const doctor = await run(['doctor'], env)
    results.push([
      'fasti doctor reads the metadata',
      /ok .*sign-in: .* describes itself/.test(doctor.stdout),
      true,
    ])
  } finally {
    lemonldap.kill()
    fasti.child.kill()
    await fasti.ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const [what, got, wanted] of results) {
    const isRight = JSON.stringify(got) === JSON.stringify(wanted)
    if (!isRight) process.exitCode = 1
    process.stdout.write(`${isRight ? 'right' : 'WRONG'}  ${what}: ${JSON.stringify(got)}\n`)
  }
  if (process.exitCode === 1) process.stdout.write(`${fasti.output().slice(-4000)}\n`)
} else process.stdout.write(`Skipped: install ${PACKAGES}.\n`)
