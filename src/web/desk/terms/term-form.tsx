/** The form for a category or a tag, new or existing. */
import { categoryFields } from '../../../contract/resources/fields/other-fields.ts'
import type { ApiResponse } from '../api/api.ts'
import type { Category, Term } from '../api/types.ts'
import { Conflicts, Fields } from '../edited/fields.tsx'
import type { FormRow } from '../edited/rows.ts'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/fields.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { OutdatedTranslationsNotice } from '../translating/outdated-notice.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { categoriesInTreeOrder, categoryIdWithDescendants } from './terms.ts'

interface TermProps {
  readonly collection: 'categories' | 'tags'
  /** Undefined for a new one. */
  readonly term: Term | undefined
  /** For categories: all of them, as choices for the parent. */
  readonly all?: readonly Category[]
  /** For a new category: the initial parent. */
  readonly parent?: number
  readonly close: (saved: Term | undefined) => void
  /** Reloads the terms after an earlier version was restored. */
  readonly reload: () => void
}

const isCategory = (term: Term): term is Category => 'parent' in term

const textsOf = (term: Term | undefined): FormValues => ({
  name: term?.name ?? '',
  slug: term?.slug ?? '',
  description: term?.description ?? '',
})

const tags: EditedResource<Term> = { collection: 'tags', valuesOf: textsOf }

const categories: EditedResource<Term> = {
  collection: 'categories',
  valuesOf(term) {
    const { parent, color, federated_as } =
      term !== undefined && isCategory(term) ? term : { parent: 0, color: '', federated_as: 'by_name' }
    return { ...textsOf(term), parent: String(parent), federated_as, color }
  },
  argOf: (name, value) => (name === 'parent' ? Number(value) : value),
}

/** The possible parents of a category: all but itself and its descendants. */
function parentOptions(all: readonly Category[], term: Term | undefined): NonNullable<FormRow['options']> {
  const own = term === undefined ? new Set<number>() : categoryIdWithDescendants(all, term.id)
  return [
    ['0', t('parent.none')],
    ...categoriesInTreeOrder(all)
      .filter(({ category }) => !own.has(category.id))
      .map(({ category: { id, name }, depth }) => [String(id), '\u2003'.repeat(depth) + name] as const),
  ]
}

/** The categories that others know, by their names; first, that the name decides. */
function socialCategories(): NonNullable<FormRow['options']> {
  const [byName, ...others] = categoryFields.federated_as.choices
  const named = others.map((one) => [one, t(`federated-as.${one}`)] as const)
  return [[byName, t('federated-as.by_name')], ...named.sort(([, a], [, b]) => a.localeCompare(b))]
}

const tagRows: readonly FormRow[] = [
  { name: 'name', label: 'name' },
  { name: 'slug', label: 'slug' },
  { name: 'description', label: 'description', type: 'html', isShort: true },
]

const categoryRows = ({ all = [], term }: TermProps): readonly FormRow[] => [
  ...tagRows,
  { name: 'parent', label: 'parent', type: 'choice', options: parentOptions(all, term) },
  { name: 'federated_as', label: 'federated-as', type: 'choice', options: socialCategories() },
  { name: 'color', label: 'color', type: 'color' },
]

/** The form of one term, with its own texts. */
function EditedTerm({ loaded, ...props }: TermProps & { readonly loaded: ApiResponse<Term> | undefined }) {
  const { collection, parent = 0, close, reload } = props
  const isTag = collection === 'tags'
  const first = isTag ? {} : { parent: String(parent) }
  const state = useEditedItem<Term>(isTag ? tags : categories, loaded, first)
  const { item, values, set, fault, save, settle, forget, offer, outdating } = state
  const rows = isTag ? tagRows : categoryRows(props)
  const leave = (saved: Term | undefined) => {
    forget()
    close(saved)
  }
  const finish = (saved: Term | undefined) => saved && leave(saved)
  const submit = async (event: Event) => {
    event.preventDefault()
    finish(await save())
  }
  return (
    <>
      <Form kept={offer} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <Fields rows={rows} values={values} faults={fault?.fields} set={set} />
        {item !== undefined && <TranslationsPanel collection={collection} item={item} />}
        {item !== undefined && <History collection={collection} id={item.id} reload={reload} />}
        <OutdatedTranslationsNotice {...outdating} />
        <SubmitOrCancel label={t('save')} cancel={() => leave(undefined)} />
      </Form>
      <Conflicts rows={rows} state={state} settle={async (mine) => finish(await settle(mine))} />
    </>
  )
}

/** The dialog for one term. It opens anew with the term, so that the first field has the focus. */
export function TermForm(props: TermProps) {
  const { collection, term, close } = props
  const loaded = useLoaded(
    async () => term && loadOwnTexts<Term>(`/${collection}/${term.id}`),
    [collection, term?.id],
  )
  const isReady = term === undefined || loaded.value !== undefined
  const title = term?.name ?? t(collection === 'categories' ? 'category.new' : 'tag.new')
  return (
    <Dialog key={isReady ? 'form' : 'loading'} title={title} onClose={() => close(undefined)}>
      {term === undefined ? (
        <EditedTerm {...props} loaded={undefined} />
      ) : (
        <LoadedContent of={loaded}>{(response) => <EditedTerm {...props} loaded={response} />}</LoadedContent>
      )}
    </Dialog>
  )
}
