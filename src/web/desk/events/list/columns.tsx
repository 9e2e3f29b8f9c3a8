/** The columns of the list of events. Each reader chooses some; the choice is kept in the browser. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { hasRoleAtLeast, isLocalMode } from '../../api/api.ts'
import { listOfferedGroups } from '../../groups/groups.ts'
import { keep, readKept } from '../../kept/keep.ts'
import { smallestImageUrl } from '../../media/images.ts'
import { CheckField } from '../../parts/field.tsx'
import { deskGroupIdSignal } from '../../route.ts'
import { SheetMenu } from '../../shell/action-menu.tsx'
import { dateTimeText } from '../../time/wall.ts'
import { type Key, listText, t } from '../../words/index.ts'
import type { ListedEvent } from './listed.ts'
import { StatusMark, venueText, whenText } from './texts.tsx'

function Picture({ image }: Pick<ListedEvent, 'image'>) {
  if (image === false) return null
  return <img src={smallestImageUrl(image)} alt="" width="40" height="40" loading="lazy" />
}

/** The names of authors by their ids, as far as the reader may know them. */
export type AuthorNames = ReadonlyMap<string, string>

export interface Column {
  readonly label: Key
  /** The order of the API that sorts by it; undefined if none does. */
  readonly orderby?: string
  readonly class?: string
  readonly isOffered?: () => boolean
  readonly cell: (event: ListedEvent, authors: AuthorNames) => ComponentChildren
}

/** All columns beside the title. */
const eventColumns = {
  when: { label: 'when', class: 'when start', orderby: 'start_date', cell: whenText },
  picture: { label: 'image', class: 'small-picture', cell: ({ image }) => <Picture image={image} /> },
  venue: { label: 'venue', class: 'where venue', orderby: 'venue', cell: venueText },
  categories: {
    label: 'categories',
    class: 'where',
    orderby: 'category',
    cell: ({ categories }) => listText(categories.map(({ name }) => name)),
  },
  group: {
    label: 'one.group',
    class: 'where',
    // In the list of one group, each row would say the same.
    isOffered: () => listOfferedGroups().length > 0 && Number(deskGroupIdSignal.value) === 0,
    cell: ({ group }) => group?.name ?? '',
  },
  status: {
    label: 'status',
    class: 'of-status',
    orderby: 'status',
    cell: ({ status }) => <StatusMark status={status} />,
  },
  author: {
    label: 'author.field',
    orderby: 'author',
    isOffered: () => hasRoleAtLeast('administrator'),
    cell: ({ author }, authors) => authors.get(String(author)) ?? '',
  },
  assignee: {
    label: 'assignee',
    isOffered: () => !isLocalMode(),
    cell: ({ assignee }) => assignee?.display_name ?? '',
  },
  published: {
    label: 'column.published',
    class: 'when',
    orderby: 'date',
    cell: ({ date }) => dateTimeText(date),
  },
  modified: {
    label: 'column.modified',
    class: 'when',
    orderby: 'modified',
    cell: ({ modified }) => dateTimeText(modified),
  },
} as const satisfies Readonly<Record<string, Column>>

export type ColumnName = keyof typeof eventColumns

const names = Object.keys(eventColumns) as ColumnName[]
const KEPT_AS = 'fasti-desk-columns'
const usual: readonly ColumnName[] = ['when', 'picture', 'venue', 'categories', 'group', 'status']

export const columnNamed = (name: ColumnName): Column => eventColumns[name]

const offered = (name: ColumnName) => columnNamed(name).isOffered?.() ?? true
const kept = readKept(KEPT_AS)?.split(',')

const chosenNames = signal<readonly ColumnName[]>(
  kept === undefined ? usual : names.filter((name) => kept.includes(name)),
)

export const chosenColumnNames = (): readonly ColumnName[] => chosenNames.value.filter(offered)

export function ColumnMenu() {
  const change = (name: ColumnName, isShown: boolean) => {
    chosenNames.value = names.filter((one) => (one === name ? isShown : chosenNames.value.includes(one)))
    keep(KEPT_AS, chosenNames.value.join())
  }
  return (
    <SheetMenu summary={<summary class="button quiet">{t('columns')}</summary>}>
      {() => (
        <div class="sheet">
          {names.filter(offered).map((name) => (
            <CheckField
              key={name}
              name={`column-${name}`}
              label={t(columnNamed(name).label)}
              value={chosenNames.value.includes(name)}
              onChange={(isShown) => change(name, isShown)}
            />
          ))}
        </div>
      )}
    </SheetMenu>
  )
}
