/** The values of folded sections of the form, each in one line. */
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { plainTextOfHtml } from '../../parts/markup.ts'
import { t } from '../../words/index.ts'
import { listText } from '../../words/list-text.ts'
import type { EventDraft } from '../draft.ts'
import { choiceText } from './choice-text.ts'

/** The most letters of a line. */
const MOST = 120

/** Returns the texts that are not empty, in one line. */
const joinedLine = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(' · ')
const shortened = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

/** The name of a linked item, or that of one that is created with the event. */
export const nameOfDraftLink = (link: EventDraft['venue'][number]): string =>
  'id' in link ? link.name : (link.fields.venue ?? link.fields.organizer ?? '')

/** How people take part, in one line; nothing on site. */
export const attendanceLineOfDraft = ({ attendance_mode, online_url }: EventDraft): string =>
  joinedLine(attendance_mode === 'offline' ? '' : choiceText('attendance_mode', attendance_mode), online_url)

/** The names of the organizers. */
export const organizerNamesLineOfDraft = ({ organizer }: EventDraft): string =>
  listText(organizer.map(nameOfDraftLink))

/** The first words of the summary. */
export const excerptLineOfDraft = ({ excerpt }: EventDraft): string =>
  shortened(plainTextOfHtml(excerpt).trim())

/** The price, the website and the tickets. */
export const costWebsiteAndTicketsLine = ({ cost, website, tickets }: EventDraft): string =>
  joinedLine(cost, website, listText(tickets.map(({ name, price }) => joinedLine(name, price))))

/** The labels and values of custom fields. */
export const customFieldsLineOfDraft = ({ custom_fields }: EventDraft): string =>
  shortened(custom_fields.map(({ label, value }) => t('labelled', { label, text: value })).join(' · '))

/** The flags that are not as they are by default, and whether the event is a part of another. */
export const listingLineOfDraft = (draft: EventDraft): string =>
  joinedLine(
    ...eventFlagNames
      .filter((flag) => draft[flag] !== eventFields[flag].byDefault)
      .map((flag) => t('labelled', { label: t(flag), text: t(draft[flag] ? 'yes' : 'no') })),
    draft.post_parent > 0 ? t('event.parent') : '',
  )

/** Whom the event waits for, and the first words of its note. */
export const internalLineOfDraft = ({ note, assignee }: EventDraft): string =>
  joinedLine(
    assignee === null ? '' : t('labelled', { label: t('assignee'), text: assignee.display_name }),
    shortened(note.replace(/\s+/g, ' ').trim()),
  )

/** The address of the page, and whether a password protects it. */
export const slugAndPasswordLineOfDraft = ({ slug, password }: EventDraft, isProtected: boolean): string =>
  joinedLine(slug, isProtected || password ? t('protected') : '')
