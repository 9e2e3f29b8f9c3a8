/** The manifest with which browsers install the calendar as an application. */
import { directionOf } from '../../../direction.ts'
import { type Site, sitePath } from '../site.ts'

/** The icons of the application: names of files, and pixels. A maskable one fills its square. */
export const appIcons = [
  { name: 'app-icon-192.png', size: 192, purpose: 'any' },
  { name: 'app-icon-512.png', size: 512, purpose: 'any' },
  { name: 'app-icon-maskable.png', size: 512, purpose: 'maskable' },
] as const

/** The longest name below an icon. */
const MAX_SHORT_NAME = 12

/** Returns the manifest as JSON. `base` is the path of the base address, and ends with a slash. */
export function appManifest(site: Site, base: string): string {
  const { name, language, word, appearance } = site
  const { paper, description } = appearance
  const shortcut = (text: string, page: string) => ({ name: text, url: sitePath(site, page) })
  return JSON.stringify({
    id: base,
    name,
    ...(name.length <= MAX_SHORT_NAME && { short_name: name }),
    ...(description !== '' && { description }),
    lang: language,
    dir: directionOf(language),
    start_url: sitePath(site, ''),
    scope: base,
    display: 'standalone',
    background_color: paper.light,
    theme_color: paper.light,
    icons: appIcons.map(({ name: file, size, purpose }) => ({
      src: `${base}${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: [
      shortcut(word('calendar.today'), 'calendar/day'),
      shortcut(word('site.search'), 'calendar/search'),
      shortcut(word('site.favourites'), 'favourites'),
    ],
  })
}
