/** The appearance as pages show it, and previews of settings that are not saved. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../api/context.ts'
import { rightsByRole } from '../../../api/policy.ts'
import { readArgs } from '../../../contract/arg.ts'
import { settingArgs } from '../../../contract/operations/settings.ts'
import { largePicturePath } from '../../../representations/html/site/picture.ts'
import { settingAsStored } from '../../../settings/index.ts'
import type { StoredSettings } from '../../../store/store.ts'
import type { Appearance } from './appearance.ts'
import { colorsOfTheme } from './theme-colors.ts'

/** Returns the appearance as pages show it. `base` is the base URL. */
export function appearanceAndFilesOfPages(appearance: Appearance, base: string) {
  const { theme, images } = appearance
  const at = (name: string) => `${base}/assets/${name}`
  const path = (url: string) => new URL(url).pathname
  const { logo, icon, share_image: share } = images
  const ownLogo = theme.logo && { path: path(at(theme.logo.name)), width: 0, height: 0 }
  const ownShare = theme.share && { url: at(theme.share.name), width: 1200, height: 630 }
  const favicon = icon === false ? theme.icon && path(at(theme.icon.name)) : path(icon.url)
  return {
    appearance: {
      theme: appearance.themeName,
      description: appearance.description,
      imprint: appearance.imprint,
      privacy: appearance.privacy,
      accessibility: appearance.accessibility,
      head: appearance.head,
      foot: appearance.foot,
      paper: colorsOfTheme(theme).paper,
      logo:
        logo === false ? ownLogo : { path: largePicturePath(logo), width: logo.width, height: logo.height },
      share: share === false ? ownShare : share,
    },
    files: { style: path(at(appearance.style)), ...(favicon && { icon: favicon }) },
  }
}

/** Whether a page of another site, or a link in an e-mail, leads to this request. Programs and old browsers don't say it. */
const isFromOutside = (site: unknown) => site !== undefined && site !== 'same-origin'

/**
 * Returns the settings that an administrator previews in the query of a page; undefined for everybody else, and for links from
 * outside, since they could show administrators any text as that of their own site.
 */
export function settingsPreviewedInQuery(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  { actor }: Pick<Context, 'actor'>,
): StoredSettings | undefined {
  if (!url.includes('preview=') || !rightsByRole[actor.role].administers) return undefined
  if (isFromOutside(headers['sec-fetch-site'])) return undefined
  const query = new URL(url, 'http://localhost').searchParams
  if (query.get('preview') === null) return undefined
  const names = Object.keys(settingArgs)
  const sent = Object.fromEntries([...query].filter(([name, text]) => names.includes(name) && text !== ''))
  const { values } = readArgs(settingArgs, sent, 'query')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingAsStored(value)]))
}
