/** LemonLDAP::NG of Debian as a provider of SAML 2.0 and of OpenID Connect, on loopback and in a folder of its own. */
import { createPublicKey } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signingKey } from '../../test/support/identity-provider.ts'
import { type Program, runProgram, startProgram } from '../../test/support/programs.ts'

const MODULES = [
  'Lemonldap::NG::Portal',
  'Lasso',
  'String::Random',
  'Crypt::OpenSSL::X509',
  'XML::Simple',
  'IO::String',
]
/** The packages that it needs. */
export const PACKAGES =
  'lemonldap-ng liblasso-perl libxml-simple-perl libio-string-perl libstring-random-perl libcrypt-openssl-x509-perl libcrypt-openssl-bignum-perl libconvert-pem-perl (with --no-install-recommends)'

export const hasLemonldap = (): Promise<boolean> =>
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

/** The client of the trial, for OpenID Connect. */
export const client = { id: 'fasti', secret: 'ASecretOfLemonLDAPForOneTrial' }

/** The service that people sign in to: its base address, and its metadata of SAML; without them it speaks OpenID Connect. */
interface SignedInTo {
  readonly base: string
  readonly metadata?: string
}

/** Starts the portal with its people of the demonstration. `dwho` is in the group `press`. */
export async function startLemonldap(
  folder: string,
  port: number,
  { base, metadata }: SignedInTo,
): Promise<Program> {
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
  const saml = {
    issuerDBSAMLActivation: 1,
    samlEntityID: '#PORTAL#/saml/metadata',
    samlServicePrivateKeySig: pem,
    samlServicePublicKeySig: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    samlServiceSignatureMethod: 'RSA_SHA256',
    samlIDPSSODescriptorWantAuthnRequestsSigned: 0,
    samlSPMetaDataXML: { fasti: { samlSPMetaDataXML: metadata } },
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
  const oidc = {
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: `http://127.0.0.1:${port}`,
    oidcServicePrivateKeySig: pem,
    oidcServicePublicKeySig: createPublicKey(pem).export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'one',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataOptions: {
      fasti: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: `${base}/signin/oidc/callback`,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: `${base}/signin/oidc/callback`,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
    oidcRPMetaDataExportedVars: {
      fasti: { name: 'cn', email: 'mail', preferred_username: 'uid', groups: 'groups;string;always' },
    },
    oidcRPMetaDataOptionsExtraClaims: { fasti: { profile: 'groups' } },
  }
  const conf = {
    ...given,
    ...{ portal: `http://127.0.0.1:${port}/`, domain: '127.0.0.1', securedCookie: 0, requireToken: 0 },
    ...{ authentication: 'Demo', userDB: 'Same', passwordDB: 'Demo', registerDB: 'Null' },
    ...{ portalDisplayRegister: 0, portalDisplayResetPassword: 0, captcha: '::Captcha::None' },
    ...{ globalStorage: 'Apache::Session::File', globalStorageOptions: storage('sessions') },
    ...{ persistentStorage: 'Apache::Session::File', persistentStorageOptions: storage('persistent') },
    groups: { press: "$uid eq 'dwho'", others: '1' },
    ...(metadata === undefined ? oidc : saml),
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
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer !== undefined) return portal
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  portal.kill()
  throw new Error('LemonLDAP::NG did not start')
}
