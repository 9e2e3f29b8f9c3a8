/** The editors' desk: one page below every root. Its script uses the public API only. */
import { isLanguage, type Language } from '../../locales/index.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { assetUrlPath, contentSecurityPolicyWith } from './assets/assets.ts'
import { deskAssets, mapAssetPaths } from './assets/built-files.ts'

interface DeskPlace {
  /** The path of the requested URL, without the query. */
  readonly path: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
  readonly namespace: string
  readonly language: Language
  /** The site zone, an IANA name or an offset. */
  readonly zone: string
  /** The name of the calendar. */
  readonly name: string
  /** ISO 4217, if the site has a currency. */
  readonly currency: string | undefined
  /** The words of the button that signs people in through their organisation; "" for those of the desk, undefined without one. */
  readonly organisation: string | undefined
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  /** The template of the addresses of map tiles, if any. */
  readonly tiles: string | undefined
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** Returns the settings of the desk about ways to sign in; none for passwords alone. */
const signInsOf = ({ organisation, passwords }: Pick<DeskPlace, 'organisation' | 'passwords'>) => ({
  ...(organisation !== undefined && { organisation }),
  ...(!passwords && { passwords: 'off' }),
})

/** The response with the desk's page. Its script renders the content, and reads its settings from the body's data attributes. */
export function deskResponse({ tiles, ...place }: DeskPlace): ApiResponse {
  const { path, base, namespace, language, zone, name, currency = '', ...signIns } = place
  const [style, script] = deskAssets()
  const first = path.slice(base.length).split('/')[1] ?? ''
  const root = isLanguage(first) ? `${base}/${first}` : base
  const map = tiles === undefined ? undefined : mapAssetPaths(base)
  const maps = map && { mapstyle: map.style, mapscript: map.script }
  const data = {
    ...maps,
    ...signInsOf(signIns),
    base,
    root,
    namespace,
    zone,
    language,
    name,
    currency,
    chosen: String(root !== base),
  }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(name)}</title>
<link rel="stylesheet" href="${escaped(base)}/assets/${style.name}">
<link rel="icon" href="${escaped(assetUrlPath(base, 'icon'))}">
</head>
<body${attributes.join('')}>
<div id="desk"></div>
<noscript><p>The desk needs JavaScript.</p></noscript>
<script type="module" src="${escaped(base)}/assets/${script.name}"></script>
</body>
</html>
`
  const headers = {
    'Content-Security-Policy': contentSecurityPolicyWith(tiles),
    'Content-Language': language,
  }
  return { status: 200, headers, body: {}, file: { type: 'text/html; charset=utf-8', text } }
}
