/** Drafts of changes, as the service keeps them. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { mayPublishIn } from '../groups/groups.ts'
import { ownLanguageQueryArgs } from '../translating/translation.tsx'
import { type DraftLink, draftOfSavedEvent, type EventDraft } from './draft.ts'

// Drafts of changes to events: the public goes on seeing what is published until they are saved.

export type ChangesDraft = components['schemas']['EventDraft']

/** The draft of the event that is edited, and its values once the user continues it. */
export interface ChangesDraftInEditor {
  readonly draft: ChangesDraft
  readonly continued: EventDraft | undefined
}

type Answer = components['schemas']['DraftOfEvent']

const pathOf = (id: number) => `/events/${id}/draft`

/** Whether the public sees the event, now or at its date, so that a change may have to wait. */
export const isPublicOrScheduled = ({ status }: Pick<EventItem, 'status'>): boolean =>
  status === 'publish' || status === 'future'

/** Whether the user only proposes changes to the event: it is public, and a reviewer decides. */
export const isProposing = (event: Pick<EventItem, 'status' | 'group' | 'password_protected'>): boolean =>
  event.status === 'publish' && !event.password_protected && !mayPublishIn(event.group?.id ?? 0)

/** Loads the draft of changes to an event; undefined for none, and for those who may not change the event. */
export async function loadChangesDraft({ id, status }: EventItem): Promise<ChangesDraftInEditor | undefined> {
  if (status === 'trash') return undefined
  const found = await callApi<Answer>('GET', pathOf(id)).catch(() => undefined)
  const draft = found?.body.draft
  return draft ? { draft, continued: undefined } : undefined
}

/** How a draft is kept: the one that was seen, the version of the event, and whether it is sent to review. */
interface KeepingWay {
  readonly seen: ChangesDraftInEditor | undefined
  readonly ifMatch: string | undefined
  readonly isSent?: boolean
}

/** Keeps the body of a change as the draft, in the place of the one that was seen. Throws a Fault. */
export async function saveChangesDraft(
  event: EventItem,
  changes: object,
  { seen, ifMatch, isSent = false }: KeepingWay,
): Promise<ChangesDraftInEditor | undefined> {
  const body = { changes, seen: seen?.draft.version ?? 0, ...(isSent && { review: true }) }
  const query = ownLanguageQueryArgs(event)
  const { draft } = (await callApi<Answer>('PUT', pathOf(event.id), { query, body, ifMatch })).body
  return draft ? { draft, continued: undefined } : undefined
}

/** Discards a draft, unless another one is in its place; `isPublished` where its changes were saved otherwise. Throws a Fault. */
export const discardChangesDraft = (
  id: number,
  { version }: ChangesDraft,
  isPublished = false,
): Promise<ApiResponse<Answer>> =>
  callApi('DELETE', pathOf(id), { query: { seen: version, ...(isPublished && { published: true }) } })

/** Changes the event as its draft says. Throws a Fault, also where the event was changed since. */
export const publishChangesDraft = (id: number, { version }: ChangesDraft): Promise<ApiResponse<EventItem>> =>
  callApi('POST', `${pathOf(id)}/apply`, { body: { seen: version } })

/** The links of a change: the service made new places and organizers only to try it. */
function linksOf(sent: unknown, shown: readonly DraftLink[]): readonly DraftLink[] {
  const all: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  const isNew = (one: unknown): one is Record<string, string> => typeof one === 'object' && one !== null
  if (!all.some(isNew)) return shown
  return all.flatMap((one) =>
    isNew(one) ? [{ fields: one }] : shown.filter((link) => 'id' in link && link.id === Number(one)),
  )
}

export function baseAndValuesOfChangesDraft({ base, preview, changes }: ChangesDraft) {
  const values = draftOfSavedEvent(preview)
  const { venue, organizer } = changes
  return {
    base: draftOfSavedEvent(base),
    values: {
      ...values,
      venue: linksOf(venue, values.venue),
      organizer: linksOf(organizer, values.organizer),
    },
  }
}
