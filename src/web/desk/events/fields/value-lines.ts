/** The values of folded sections of the form, each in one line. */
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { plainTextOfHtml } from '../../parts/markup.ts'
import { t } from '../../words/index.ts'
import type { EventDraft } from '../draft.ts'
import { choiceText } from './choice-text.ts'

/** The most letters of a line. */
const MOST = 120

const joined = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(' · ')
const shortened = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

/** The name of a linked item, or that of one that is created with the event. */
export const nameOfDraftLink = (link: EventDraft['venue'][number]): string =>
  'id' in link ? link.name : (link.fields.venue ?? link.fields.organizer ?? '')

/** How people take part; nothing on site. */
export const attendanceLine = ({ attendance_mode, online_url }: EventDraft): string =>
  joined(attendance_mode === 'offline' ? '' : choiceText('attendance_mode', attendance_mode), online_url)

/** The names of the organizers. */
export const organizersLine = ({ organizer }: EventDraft): string => organizer.map(nameOfDraftLink).join(', ')

/** The first words of the summary. */
export const excerptLine = ({ excerpt }: EventDraft): string => shortened(plainTextOfHtml(excerpt).trim())

/** The price, the website and the tickets. */
export const costLine = ({ cost, website, tickets }: EventDraft): string =>
  joined(cost, website, tickets.map(({ name, price }) => joined(name, price)).join(', '))

/** The labels and values of custom fields. */
export const customFieldsLine = ({ custom_fields }: EventDraft): string =>
  shortened(custom_fields.map(({ label, value }) => `${label}: ${value}`).join(' · '))

/** The flags that are not as they are by default, and whether the event is a part of another. */
export const listingLine = (draft: EventDraft): string =>
  joined(
    ...eventFlagNames
      .filter((flag) => draft[flag] !== eventFields[flag].byDefault)
      .map((flag) => `${t(flag)}: ${t(draft[flag] ? 'yes' : 'no')}`),
    draft.post_parent > 0 ? t('event.parent') : '',
  )

/** The address of the page, and whether a password protects it. */
export const slugAndPasswordLine = ({ slug, password }: EventDraft, isProtected: boolean): string =>
  joined(slug, isProtected || password ? t('protected') : '')
