/** The form for a category or a tag, new or existing. */
import { useState } from 'preact/hooks'
import { categoryFields } from '../../../contract/resources/fields/other-fields.ts'
import { namesOf } from '../../../contract/table-of.ts'
import { callApi } from '../api/api.ts'
import type { Category, Term } from '../api/types.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/fields.tsx'
import { useUnsaved } from '../kept/form.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import {
  OutdatedTranslationsNotice,
  translatableTextNamesAmong,
  useSmallCorrectionOfTexts,
} from '../translating/outdated-notice.tsx'
import { WithOwnTexts } from '../translating/own-texts.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { ownLanguageQueryArgs } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { ColorField } from './color-field.tsx'
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

interface Fields {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: string
  /** `#rrggbb`, or "" for none. */
  readonly color: string
  /** Of categories: the category that others know. */
  readonly federated_as: Category['federated_as']
}

const parentOf = (term: Term | undefined) =>
  term !== undefined && 'parent' in term ? term.parent : undefined

/** The possible parents of a category: all but itself and its descendants. */
function parentOptions(
  all: readonly Category[],
  term: Term | undefined,
): readonly (readonly [string, string])[] {
  const own = term === undefined ? new Set<number>() : categoryIdWithDescendants(all, term.id)
  return [
    ['0', t('parent.none')],
    ...categoriesInTreeOrder(all)
      .filter(({ category }) => !own.has(category.id))
      .map(({ category: { id, name }, depth }) => [String(id), '\u2003'.repeat(depth) + name] as const),
  ]
}

function useTerm({ collection, term, parent = 0, close }: TermProps) {
  const base: Fields = {
    name: term?.name ?? '',
    slug: term?.slug ?? '',
    description: term?.description ?? '',
    parent: String(parentOf(term) ?? parent),
    color: term !== undefined && 'color' in term ? term.color : '',
    federated_as: term !== undefined && 'federated_as' in term ? term.federated_as : 'by_name',
  }
  const [fields, setFields] = useState(base)
  const set = (changed: Partial<Fields>) => setFields({ ...fields, ...changed })
  const kept = useUnsaved(`${collection}/${term?.id ?? 'new'}`, fields, base, set)
  const changed = namesOf(base).filter((name) => fields[name] !== base[name])
  const { outdating, sent } = useSmallCorrectionOfTexts(term, translatableTextNamesAmong(collection, changed))
  const writing = useSubmitHandlerAndFault(async () => {
    const { parent: above, slug, color, federated_as, ...rest } = fields
    const body = {
      ...rest,
      ...(slug !== '' && { slug }),
      ...(collection === 'categories' && { parent: Number(above), color, federated_as }),
      ...sent,
    }
    const [method, path] =
      term === undefined ? ['POST', `/${collection}`] : ['PATCH', `/${collection}/${term.id}`]
    const { body: saved } = await callApi<Term>(method, path, {
      query: term === undefined ? {} : ownLanguageQueryArgs(term),
      body,
    })
    kept.forget()
    close(saved)
  })
  const cancel = () => {
    kept.forget()
    close(undefined)
  }
  return { fields, set, cancel, offer: kept.offer, outdating, ...writing }
}

interface CategoryProps {
  readonly form: ReturnType<typeof useTerm>
  readonly options: ReturnType<typeof parentOptions>
}

/** The categories that others know, by their names; first, that the name decides. */
function socialCategories(): readonly (readonly [Category['federated_as'], string])[] {
  const [byName, ...others] = categoryFields.federated_as.choices
  const named = others.map((one) => [one, t(`federated-as.${one}`)] as const)
  return [[byName, t('federated-as.by_name')], ...named.sort(([, a], [, b]) => a.localeCompare(b))]
}

/** The fields that only categories have. */
function CategoryFields({ form: { fields, set, fault }, options }: CategoryProps) {
  return (
    <>
      <SelectField
        name="parent"
        label={t('parent')}
        value={fields.parent}
        options={options}
        onChange={(value) => set({ parent: value })}
        fault={fault?.fields.parent}
      />
      <SelectField
        name="federated_as"
        label={t('federated-as')}
        value={fields.federated_as}
        options={socialCategories()}
        onChange={(federated_as) => set({ federated_as })}
        fault={fault?.fields.federated_as}
      />
      <ColorField value={fields.color} fault={fault?.fields.color} onChange={(color) => set({ color })} />
    </>
  )
}

const texts = ['name', 'slug'] as const

/** The dialog for one term, with its own texts. */
function TermDialog(props: TermProps) {
  const { collection, term, all = [], close, reload } = props
  const form = useTerm(props)
  const { fields, set, fault, submit, cancel, offer, outdating } = form
  const title = term?.name ?? t(collection === 'categories' ? 'category.new' : 'tag.new')
  return (
    <Dialog title={title} onClose={() => close(undefined)}>
      <Form kept={offer} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        {texts.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(name)}
            value={fields[name]}
            fault={fault?.fields[name]}
            onInput={(value) => set({ [name]: value })}
          />
        ))}
        <RichTextField
          name="description"
          label={t('description')}
          isShort
          value={fields.description}
          fault={fault?.fields.description}
          onInput={(description) => set({ description })}
        />
        {collection === 'categories' && <CategoryFields form={form} options={parentOptions(all, term)} />}
        {term !== undefined && <TranslationsPanel collection={collection} item={term} />}
        {term !== undefined && <History collection={collection} id={term.id} reload={reload} />}
        <OutdatedTranslationsNotice {...outdating} />
        <SubmitOrCancel label={t('save')} cancel={cancel} />
      </Form>
    </Dialog>
  )
}

/** The dialog for one term. */
export function TermForm(props: TermProps) {
  const { collection, term } = props
  if (term === undefined) return <TermDialog {...props} />
  return (
    <WithOwnTexts path={`/${collection}/${term.id}`} item={term}>
      {(own) => <TermDialog {...props} term={own} />}
    </WithOwnTexts>
  )
}
