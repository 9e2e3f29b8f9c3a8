/** The settings of the widget, which the service writes. */

/** The settings and words that the service writes before the script, as the variable `fasti`. */
export interface WidgetSettings {
  /** The name of the calendar. */
  readonly name: string
  readonly language: string
  readonly locale: string
  /** Whether texts of items may be in several languages. */
  readonly isMultilingual: boolean
  /** The first day of weeks: 1 Monday to 7 Sunday. */
  readonly firstDay: number
  readonly zone: string
  readonly theme: string
  /** The URL of the root of pages. */
  readonly page: string
  /** The URL of the list of events. */
  readonly events: string
  readonly look: SiteLook
  readonly words: WidgetWords
}

/** The look of the pages. */
export interface SiteLook {
  /** The files of the font, each with the characters that it is for. */
  readonly fonts: readonly { readonly url: string; readonly range: string }[]
  /** The hues of categories, as CSS declarations. */
  readonly hues: string
  /** The declarations of each theme. */
  readonly looks: Readonly<Record<string, string>>
  /** The number of the hue of each category, or the colour that was chosen for it, by its id. */
  readonly hueOf: Readonly<Record<string, number | string>>
}

interface WidgetWords {
  readonly today: string
  readonly tomorrow: string
  readonly free: string
  readonly failed: string
  readonly invalid: string
  readonly unauthorized: string
  readonly often: string
  readonly search: string
  readonly category: string
  readonly any: string
  readonly loading: string
  readonly nothing: string
  readonly allDay: string
  readonly soldOut: string
  readonly earlier: string
  readonly band: string
  readonly more: string
  readonly wholeDay: string
  readonly featured: string
  /** The label of each `event_status`; empty for events that take place as planned. */
  readonly outcome: Readonly<Record<string, string>>
  readonly before: string
  readonly after: string
}
