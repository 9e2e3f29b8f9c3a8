/** Pages as an application: its manifest, saved pages, and the code of the widget. */

import { eventStatuses } from '../../../contract/resources/fields/event-fields.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import type { SiteLook, WidgetSettings } from '../../../web/pages/widget/settings.ts'
import { eventStatusLabel } from '../../event-text.ts'
import { directionOf } from '../../shown-language.ts'
import { html } from '../markup.ts'
import { siteLanguagesIfSeveral } from './languages.ts'
import { sitePage } from './layout.ts'
import { icon } from './pictures.ts'
import { type Site, sitePath } from './site.ts'

// The manifest with which browsers install the calendar as an application.

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

// The list of pages that a browser keeps to be read without a connection. The worker of the pages fills it in.

/** Returns the page. `base` is the path of the base address, and ends with a slash. */
export function savedPagesPage(site: Site, base: string): string {
  const { word } = site
  const title = word('site.saved')
  const main = html`<div class="view-head"><h1>${title}</h1></div><p class="notice missing" hidden>${word('site.saved.offline')}</p><p>${word('site.saved.how')}</p><ul class="saved-pages"></ul><p class="nothing">${word('site.saved.none')}</p><p class="buttons"><button class="button forget" type="button" data-base="${base}" hidden>${icon('x', site)}${word('site.saved.forget')}</button></p>`
  return sitePage(site, { title, page: 'saved', isUnlisted: true, isEmpty: true }, main)
}

// The script of the widget, with its settings.

/** Returns the script, preceded by its settings as the variable `fasti`: root, day names, texts and looks. */
export function widgetScriptWithSettings(script: string, site: Site, look: SiteLook): string {
  const { name, root, language, locale, firstDay, appearance, zone, word } = site
  const settings: WidgetSettings = {
    name,
    language,
    locale,
    isMultilingual: siteLanguagesIfSeveral(site) !== undefined,
    firstDay,
    zone,
    theme: appearance.theme,
    page: root.url,
    events: `${root.url}/${root.namespace}/events`,
    look,
    words: {
      today: word('calendar.today'),
      tomorrow: word('site.tomorrow'),
      free: word('free'),
      failed: word('site.widget.failed'),
      invalid: word('site.problem.invalid'),
      unauthorized: word('site.problem.unauthorized'),
      often: word('site.problem.often'),
      search: word('site.search'),
      category: word('category'),
      any: word('site.search.any'),
      loading: word('loading'),
      nothing: word('site.nothing'),
      allDay: word('all-day'),
      soldOut: word('sold-out'),
      earlier: word('site.earlier'),
      band: word('calendar.long-running'),
      more: word('site.more', { count: '{count}' }),
      wholeDay: word('site.more.all'),
      featured: word('site.featured'),
      outcome: recordFromNames(eventStatuses, (status) => eventStatusLabel(status, word) ?? ''),
      before: word('site.month.before'),
      after: word('site.month.after'),
    },
  }
  return `const fasti = ${JSON.stringify(settings)}\n${script}`
}
