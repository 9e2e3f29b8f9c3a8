/** The widget's script, and what it must know of the calendar before it asks. */
import type { Site } from './site.ts'

/** The script behind its settings, which it reads as `fasti`: the root, the names of days and of what it says. */
export function widgetScript(script: string, { name, root, language, zone, word }: Site): string {
  const settings = {
    ...{ name, language, zone, page: root.url, events: `${root.url}/${root.namespace}/events` },
    words: {
      failed: word('site.widget.failed'),
      loading: word('site.widget.loading'),
      nothing: word('site.nothing'),
      allDay: word('site.all_day'),
      more: word('site.more'),
      featured: word('site.featured'),
      before: word('site.month.before'),
      after: word('site.month.after'),
    },
  }
  return `const fasti = ${JSON.stringify(settings)}\n${script}`
}
