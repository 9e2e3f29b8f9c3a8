/** The event that a form describes, before it is sent: as it will be stored, so names lose the tags that were typed. */
import { titleForStorage } from '../../../domain/text/plain-text.ts'
import type { SubmitForm } from '../../../representations/html/site/submissions/submit-fields.ts'
import type { PreviewedEvent } from '../../../representations/html/site/submissions/submit-preview.ts'
import type { PageRequest } from '../reader.ts'
import { chosenOrCertainLinkedItem } from './draft.ts'
import { addressWithScheme } from './submit-args.ts'

/** `2027-05-04T08:00` as browsers send it → a timestamp. The form was parsed before. */
const timestampOfLocal = (text: string) => `${text.slice(0, 10)} ${text.slice(11, 16)}:00`

/** The times of the event; one without an end ends when it starts. */
function timesOf({ values }: SubmitForm) {
  const all_day = values.all_day === 'true'
  const start = timestampOfLocal(values.start_date ?? '')
  const given = values.end_date ?? ''
  return { all_day, start_date: start, end_date: given === '' ? start : timestampOfLocal(given) }
}

function repetitionOf({ values: { repeats, until = '' } }: SubmitForm): PreviewedEvent['repeats'] {
  return repeats === 'weekly' || repeats === 'monthly' ? { rule: repeats, until } : undefined
}

async function itemOf(name: 'venue' | 'organizer', { values }: SubmitForm, reader: PageRequest) {
  const given = Object.fromEntries(Object.entries(values).map(([field, value = '']) => [field, value]))
  const typed = titleForStorage(given[`${name}[${name}]`] ?? '')
  if (typed === '') return undefined
  const known = await chosenOrCertainLinkedItem(name, given, reader)
  if (known !== undefined) return { name: known.name, where: known.where, isKnown: true }
  const parts =
    name === 'venue' ? [values['venue[address]'] ?? '', values['venue[city]'] ?? ''].map(titleForStorage) : []
  return { name: typed, where: parts.filter((part) => part !== '').join(', '), isKnown: false }
}

/** Returns the event that a form without faults describes. */
export async function previewedEventOfForm(form: SubmitForm, reader: PageRequest): Promise<PreviewedEvent> {
  const { values, categories, chosen } = form
  return {
    title: titleForStorage(values.title ?? ''),
    times: timesOf(form),
    description: values.description ?? '',
    repeats: repetitionOf(form),
    venue: await itemOf('venue', form, reader),
    organizer: await itemOf('organizer', form, reader),
    website: addressWithScheme((values.website ?? '').trim()),
    cost: values.cost ?? '',
    categories: categories.filter(({ id }) => chosen.has(id)).map(({ name }) => name),
    picture: form.picture ?? '',
  }
}
