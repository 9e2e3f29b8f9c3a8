/** The choices of the filters of pages: categories and tags, groups, and the venues and organizers with events to come. */
import { listItems } from '../../../actions/list.ts'
import { accessScopeOf } from '../../../actions/policy.ts'
import type { TermName, VenueOrOrganizerName } from '../../../contract/resources/index.ts'
import { accessScopeKey } from '../../../domain/publication/access.ts'
import type { FilterChoices } from '../../../representations/html/site/choosing/chosen.ts'
import { cacheKeyOfRootContentLanguage } from '../../../representations/urls.ts'
import { currentPageValidity, makeOncePerValidityCache } from '../once.ts'
import type { PageRequest } from '../reader.ts'
import { shownNameAndLanguage } from './shown-names.ts'

/** The most terms, and the most groups, in a list to choose from; more are typed. */
const MAX_TERMS = 200
/** Venues and organizers that are suggested before anything is typed. */
const MAX_SUGGESTED = 40

async function terms(name: TermName, reader: PageRequest) {
  const args = { page: 1, per_page: MAX_TERMS, orderby: 'name', order: 'asc', hide_empty: true } as const
  const { items, total } = await listItems(name, args, reader.context)
  // A select that lacks some would cut them off silently.
  return {
    items: items.map(({ record }) => ({
      id: record.id,
      slug: record.slug,
      ...shownNameAndLanguage(name, record, reader),
    })),
    isWhole: total <= MAX_TERMS,
  }
}

async function groups(reader: PageRequest) {
  const { items, total } = await listItems(
    'group',
    { page: 1, per_page: MAX_TERMS, order: 'asc' },
    reader.context,
  )
  return {
    items: items.map(({ record }) => ({
      id: record.id,
      slug: record.slug,
      ...shownNameAndLanguage('group', record, reader),
    })),
    isWhole: total <= MAX_TERMS,
  }
}

async function linked(name: VenueOrOrganizerName, reader: PageRequest) {
  const args = { page: 1, per_page: MAX_SUGGESTED, orderby: 'name', only_with_upcoming: true } as const
  const { items } = await listItems(name, args, reader.context)
  return items.map(({ record }) => shownNameAndLanguage(name, record, reader).name)
}

async function read(reader: PageRequest): Promise<FilterChoices> {
  const [categories, tags] = [await terms('category', reader), await terms('tag', reader)]
  const group = await groups(reader)
  return {
    categories: categories.items,
    tags: tags.items,
    group: group.items,
    isWhole: { categories: categories.isWhole, tags: tags.isWhole, group: group.isWhole },
    venue: await linked('venue', reader),
    organizer: await linked('organizer', reader),
  }
}

/** The most choices that are kept of a validity: readers without an account are offered the same. */
const MAX_SCOPES = 100

const once = makeOncePerValidityCache<FilterChoices>(MAX_SCOPES)

/** Returns the choices of filters for what a reader may see, read once until the next write, publication or midnight. */
export async function filterChoicesFor(reader: PageRequest): Promise<FilterChoices> {
  const key = `${cacheKeyOfRootContentLanguage(reader.view.root)} ${accessScopeKey(accessScopeOf(reader.context.actor))}`
  return once(await currentPageValidity(reader), key, () => read(reader))
}
