/** The pages that are not of the calendar: the desk, the documentation. */

import type { Documentation } from '../../documents/index.ts'
import type { OrganisationSettings } from '../../oidc/rules.ts'
import { docPage } from '../../representations/html/doc.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../../words/languages.ts'
import type { ApiResponse } from '../request/api-request.ts'
import {
  assetUrlPath,
  contentSecurityPolicyWith,
  deskAssets,
  mapFreePagePolicy,
  pathsOfMapAssets,
} from './assets/assets.ts'

// The editors' desk: one page below every root. Its script uses the public API only.

interface DeskPlace {
  /** The path of the requested URL, without the query. */
  readonly path: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
  readonly namespace: string
  readonly language: InterfaceLanguageCode
  /** The language in the region of the site. */
  readonly locale: string
  /** The site zone, an IANA name or an offset. */
  readonly zone: string
  /** The name of the calendar. */
  readonly name: string
  /** The path of its logo, if it has one. */
  readonly logo: string | undefined
  /** The name of the style sheet with the colours of the theme. */
  readonly design: string
  /** ISO 4217, if the site has a currency. */
  readonly currency: string | undefined
  /** The organisation through which people sign in, with the words of its button; undefined without one. */
  readonly organisation: Pick<OrganisationSettings, 'label' | 'protocol'> | undefined
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  /** The languages of the interface that the calendar offers. */
  readonly languages: readonly string[]
  /** The languages of content, that of the site first. */
  readonly contents: readonly string[]
  /** Whether a machine makes drafts of translations. */
  readonly translates: boolean
  /** Whether the calendar is on the social web. */
  readonly federates: boolean
  /** The template of the addresses of map tiles, if any. */
  readonly tiles: string | undefined
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** Returns the settings of the desk about ways to sign in; none for passwords alone. */
const signInsOf = ({ organisation, passwords }: Pick<DeskPlace, 'organisation' | 'passwords'>) => ({
  ...(organisation !== undefined && {
    organisation: organisation.label ?? '',
    protocol: organisation.protocol,
  }),
  ...(!passwords && { passwords: 'off' }),
})

/** Returns the settings of the desk about languages, and about other servers. */
const contentsOf = ({
  languages,
  contents,
  translates,
  federates,
}: Pick<DeskPlace, 'languages' | 'contents' | 'translates' | 'federates'>) => ({
  languages: languages.join(),
  contents: contents.join(),
  ...(translates && { translator: 'on' }),
  ...(federates && { federation: 'on' }),
})

/** Returns the links of the desk's head: its font, its styles, its script and its icon. */
function headLinks(base: string, design: string): string {
  const [style, script] = deskAssets()
  const at = (name: string) => escaped(`${base}/assets/${name}`)
  const links = [
    `<link rel="preload" href="${escaped(assetUrlPath(base, 'font'))}" as="font" type="font/woff2" crossorigin>`,
    ...[design, style.name].map((name) => `<link rel="stylesheet" href="${at(name)}">`),
    `<script type="module" src="${at(script.name)}"></script>`,
    `<link rel="icon" href="${escaped(assetUrlPath(base, 'icon'))}">`,
  ]
  return links.join('\n')
}

/** Returns the path of the root that a path is below. */
function rootOf(path: string, base: string): string {
  const first = path.slice(base.length).split('/')[1] ?? ''
  return isInterfaceLanguageCode(first) ? `${base}/${first}` : base
}

/** The response with the desk's page. Its script renders the content, and reads its settings from the body's data attributes. */
export function deskResponse({ tiles, ...place }: DeskPlace): ApiResponse {
  const {
    path,
    base,
    namespace,
    language,
    locale,
    zone,
    name,
    logo = '',
    design,
    currency = '',
    ...more
  } = place
  const root = rootOf(path, base)
  const map = tiles === undefined ? undefined : pathsOfMapAssets(base)
  const data = {
    ...(map && { mapstyle: map.style, mapscript: map.script }),
    ...signInsOf(more),
    ...contentsOf(more),
    base,
    root,
    namespace,
    zone,
    language,
    locale,
    name,
    logo,
    currency,
    chosen: String(root !== base),
    icons: assetUrlPath(base, 'deskIcons'),
    kinds: assetUrlPath(base, 'categoryIcons'),
  }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(name)}</title>
${headLinks(base, design)}
</head>
<body${attributes.join('')}>
<div id="desk"></div>
<noscript><p>The desk needs JavaScript.</p></noscript>
</body>
</html>
`
  const headers = {
    'Content-Security-Policy': contentSecurityPolicyWith({ tiles }),
    'Content-Language': language,
  }
  return { status: 200, headers, body: {}, file: { type: 'text/html; charset=utf-8', text } }
}

// The API documentation as an HTML page with a strict Content-Security-Policy.

interface Place {
  readonly language: InterfaceLanguageCode
  /** The languages that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  readonly namespace: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
  /** The name of the calendar. */
  readonly name: string
  /** The name of the style sheet with the colours of the theme. */
  readonly design: string
}

/** A part of the page of an OpenAPI document. */
export function documentationPage(
  document: object,
  { language, languages, namespace, base, name, design }: Place,
  part: string,
): Documentation {
  const page = docPage(
    { ...document },
    {
      language,
      languages,
      name,
      calendar: `${base}/${language}/`,
      icon: assetUrlPath(base, 'icon'),
      font: assetUrlPath(base, 'font'),
      styles: [`${base}/assets/${design}`, assetUrlPath(base, 'docStyle')],
      script: assetUrlPath(base, 'docScript'),
      inLanguage: (other) => `${base}/${other}/${namespace}/doc`,
    },
    part,
  )
  const headers = { 'Content-Security-Policy': mapFreePagePolicy, 'Content-Language': language }
  return { page, headers }
}
