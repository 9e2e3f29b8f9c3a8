/** The pages that are not of the calendar: the desk, the documentation. */
import type { FastifyRequest } from 'fastify'
import type { Documentation } from '../../documents/index.ts'
import { docPage } from '../../representations/html/doc.ts'
import { html } from '../../representations/html/markup.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../../words/languages.ts'
import { declaredRouteWithLanguageFilledIn } from '../language-roots.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { AppServices } from '../services.ts'
import { appearanceAndFilesOfPages } from './appearance.ts'
import {
  assetUrlPath,
  contentSecurityPolicyWith,
  deskAssets,
  mapFreePagePolicy,
  pathsOfMapAssets,
} from './assets.ts'

/** Returns the response with the desk: one page below every root. Its script renders the content, and reads its settings from the body's data attributes. */
export async function deskResponse(
  { options, roots, appearances }: AppServices,
  request: FastifyRequest,
): Promise<ApiResponse> {
  const { namespace, currency = '', signIn, passwords, languages, contentLanguages, mapTiles } = options
  const [base] = roots.prefixes
  const [path = ''] = request.url.split('?')
  const place = declaredRouteWithLanguageFilledIn(request)
  const language = roots.languageOf(place)
  const appearance = (await appearances.current()).inLanguage(language)
  const { name, design } = appearance
  const { logo } = appearanceAndFilesOfPages(appearance, options.baseUrl).appearance
  const first = path.slice(base.length).split('/')[1] ?? ''
  const root = isInterfaceLanguageCode(first) ? `${base}/${first}` : base
  const map = mapTiles === undefined ? undefined : pathsOfMapAssets(base)
  const data = {
    ...(map && { mapstyle: map.style, mapscript: map.script }),
    ...(signIn && { organisation: signIn.label ?? '', protocol: signIn.protocol }),
    ...(!passwords && { passwords: 'off' }),
    languages: languages.join(),
    contents: contentLanguages.join(),
    ...(options.translate && { translator: 'on' }),
    ...(options.federation && { federation: 'on' }),
    base,
    root,
    namespace,
    zone: options.now().zone,
    language,
    locale: roots.rootOf(place).locale ?? language,
    name,
    logo: logo?.path ?? '',
    currency,
    chosen: String(root !== base),
    icons: assetUrlPath(base, 'deskIcons'),
    kinds: assetUrlPath(base, 'categoryIcons'),
  }
  const [style, script] = deskAssets()
  const styles = [design, style.name].map(
    (file) => html`<link rel="stylesheet" href="${base}/assets/${file}">\n`,
  )
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<link rel="preload" href="${assetUrlPath(base, 'font')}" as="font" type="font/woff2" crossorigin>
${styles}<script type="module" src="${base}/assets/${script.name}"></script>
<link rel="icon" href="${assetUrlPath(base, 'icon')}">
</head>
<body${Object.entries(data).map(([key, value]) => html` data-${key}="${value}"`)}>
<div id="desk"></div>
<noscript><p>The desk needs JavaScript.</p></noscript>
</body>
</html>
`
  const headers = {
    'Content-Security-Policy': contentSecurityPolicyWith({ tiles: mapTiles }),
    'Content-Language': language,
  }
  return { status: 200, headers, body: {}, file: { type: 'text/html; charset=utf-8', text: markup } }
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
