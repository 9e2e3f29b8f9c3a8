/** The page that leads followers from the social web (contract §19). */
import { readItemAt } from '../../../actions/read.ts'
import { socialServerIn } from '../../../domain/social-server.ts'
import { Problem } from '../../../problem.ts'
import {
  type ActorToFollow,
  fediverseFollowPage,
} from '../../../representations/html/site/items/fediverse-follow.ts'
import { shownRecordAndLanguages } from '../../../representations/shown-language.ts'
import type { PageRequest } from '../reader.ts'

/** The longest server that is repeated. */
const MAX_TYPED = 300

type Followed = Pick<ActorToFollow, 'title' | 'name' | 'id' | 'of'>

const closed = async () => false

/** The actor of a group or an organizer. Throws 404 if it has none, or is not federated. */
async function followedItem(
  kind: 'group' | 'organizer',
  slug: string,
  { context, view }: PageRequest,
): Promise<Followed> {
  const { record } = await readItemAt(kind, { slug }, closed, context)
  const { actors } = context.store.federation
  const actor = record.federated === 1 ? await actors.ofItem(kind, record.id) : undefined
  if (actor === undefined) throw new Problem(`${kind}-not-found`)
  const { name: title } = shownRecordAndLanguages(kind, record, view.root).record
  const id = `${view.root.base}/ap/${kind}s/${actor.name}`
  return { title, name: actor.name, id, of: { [kind]: slug } }
}

async function followedIn(reader: PageRequest): Promise<Followed> {
  const [group, organizer] = [reader.query.text('group'), reader.query.text('organizer')]
  if (group) return followedItem('group', group, reader)
  if (organizer) return followedItem('organizer', organizer, reader)
  return { title: reader.site.name, name: 'calendar', id: `${reader.view.root.base}/ap/calendar`, of: {} }
}

/** The page that says how to follow the calendar, a group or an organizer from the fediverse. Throws 404 where there is nobody to follow. */
export async function fediverseFollowPageOf(reader: PageRequest): Promise<string> {
  if (reader.site.socialHost === undefined) throw new Problem('rest_no_route')
  const followed = await followedIn(reader)
  const typed = (reader.query.text('server') ?? '').slice(0, MAX_TYPED)
  return fediverseFollowPage({ ...followed, typed, server: socialServerIn(typed) }, reader.site)
}
