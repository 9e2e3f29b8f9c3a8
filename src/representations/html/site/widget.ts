/** The script of the widget, with its settings. */
import { eventStatuses } from '../../../contract/resources/fields/event-fields.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import type { SiteLook, WidgetSettings } from '../../../web/pages/widget/settings.ts'
import { eventStatusLabel } from '../../outcome.ts'
import { siteLanguagesIfSeveral } from './languages/text-language.ts'
import type { Site } from './site.ts'

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
      band: word('site.band'),
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
