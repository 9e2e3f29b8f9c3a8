import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import { hasRoleAtLeast } from '../api/api.ts'
import type { Category, Term } from '../api/types.ts'
import { ChosenItem } from '../events/fields/items-field.tsx'
import { useUntakenText } from '../kept/text.ts'
import { Button } from '../parts/button.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { useOneStop } from '../parts/sections.tsx'
import { Combobox } from '../suggesting/combobox.tsx'
import { exactSuggestion } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import {
  categoriesByUse,
  categoriesInTreeOrder,
  loadAllCategories,
  loadTagsMatchingText,
  MANY_CATEGORIES,
} from './terms.ts'
import type { TermForm } from './view.tsx'

// The categories of an event, as a tree of checkboxes.

interface CategoriesProps {
  readonly value: readonly number[]
  readonly fault: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}

interface BoxesProps {
  readonly of: ReturnType<typeof categoriesInTreeOrder>
  readonly value: readonly number[]
  readonly toggle: (id: number, isOn: boolean) => void
}

interface TreeProps extends Omit<CategoriesProps, 'fault'> {
  readonly all: readonly Category[]
  readonly button: ComponentChildren
}

/** The checkboxes of some of them, in the order of the tree. */
function CategoryBoxes({ of, value, toggle }: BoxesProps) {
  return (
    <ul class="tree" tabIndex={-1}>
      {of.map(({ category: { id, name }, depth }) => (
        <li key={id} style={{ '--depth': String(Math.min(depth, 6)) }}>
          <CheckField
            name={`category-${id}`}
            label={name}
            value={value.includes(id)}
            onChange={(isOn) => toggle(id, isOn)}
          />
        </li>
      ))}
    </ul>
  )
}

function CategoryTree({ all, value, button, onChange }: TreeProps) {
  const [words, setWords] = useState('')
  const stop = useOneStop<HTMLDivElement>('input, button', 'column')
  const toggled = useRef(0)
  const toggle = (id: number, isOn: boolean) => {
    setWords('')
    toggled.current = id
    onChange(isOn ? [...value, id] : value.filter((one) => one !== id))
  }
  const within = categoriesInTreeOrder(all).filter(({ category: { name } }) =>
    foldedText(name).includes(foldedText(words.trim())),
  )
  /** Ticks the category with the typed name, or the only one found. */
  const take = () => {
    const found = within.map(({ category: { id, name } }) => ({ value: String(id), label: name }))
    const one = exactSuggestion(words, found) ?? (found.length === 1 ? found[0] : undefined)
    if (words.trim() === '' || one === undefined) return
    if (!value.includes(Number(one.value))) toggle(Number(one.value), true)
    setWords('')
  }
  // What was found by a search stays in sight among all.
  useLayoutEffect(() => {
    if (words === '')
      document.querySelector(`[name=category-${toggled.current}]`)?.scrollIntoView({ block: 'nearest' })
  }, [words])
  return (
    <div {...stop} class="one-stop tall">
      {all.length > MANY_CATEGORIES && (
        <TextField
          name="category-search"
          type="search"
          label={t('categories.find')}
          value={words}
          onInput={setWords}
          onEnter={take}
        />
      )}
      <CategoryBoxes of={within} {...{ value, toggle }} />
      {button}
    </div>
  )
}

/** The tree of categories; the selected ones are sent by id. Editors make others here, too. */
export function CategoriesField({ fault, ...rest }: CategoriesProps) {
  const { value, onChange } = rest
  // What is ticked when the form opens comes first, then what is used most: the list shows few of many. It moves no more while one ticks others.
  const [first] = useState(value)
  const loaded = useLoaded(async () => categoriesByUse(await loadAllCategories(), first), [])
  // What a new category needs is loaded when one is made, with the views of all such items.
  const [made, setMade] = useState<{ readonly Form: typeof TermForm }>()
  const make = () => import('../views/items.tsx').then(({ TermForm: Form }) => setMade({ Form }), showFault)
  const close = (saved: Term | undefined) => {
    setMade(undefined)
    if (saved === undefined) return
    loaded.reload()
    onChange([...value, saved.id])
  }
  const button = hasRoleAtLeast('editor') && (
    <Button class="quiet" onClick={() => void make()} label={t('category.new')} />
  )
  return (
    <fieldset class="categories" data-field="categories">
      <legend>{t('categories')}</legend>
      <LoadedContent of={loaded}>
        {(all) =>
          all.length > 0 ? (
            <CategoryTree all={all} button={button} {...rest} />
          ) : (
            <>
              <p class="hint">{t('categories.none')}</p>
              {button}
            </>
          )
        }
      </LoadedContent>
      {fault && <p class="wrong">{fault}</p>}
      {/* Its form is not the one around it. */}
      <div onSubmit={(event) => event.stopPropagation()}>
        {made && (
          <made.Form
            collection="categories"
            term={undefined}
            all={loaded.value ?? []}
            close={close}
            reload={loaded.reload}
          />
        )}
      </div>
    </fieldset>
  )
}

interface TagsProps {
  readonly value: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (tags: readonly string[]) => void
}

export function TagsField({ value, fault, onChange }: TagsProps) {
  const [text, setText] = useUntakenText('tags')
  const add = (typed: string): void => {
    const name = typed.trim()
    const isThere = value.some((tag) => foldedText(tag) === foldedText(name))
    setText('')
    if (name !== '' && !isThere) onChange([...value, name])
  }
  return (
    <div class="links" data-field="tags">
      {value.length > 0 && (
        <ul class="chips" aria-label={t('tags')}>
          {value.map((tag) => (
            <ChosenItem key={tag} name={tag} remove={() => onChange(value.filter((one) => one !== tag))} />
          ))}
        </ul>
      )}
      <Combobox
        name="tags"
        label={t('tags')}
        hint={t(hasRoleAtLeast('editor') ? 'tags.hint' : 'tags.hint.existing')}
        text={text}
        fault={fault}
        suggest={loadTagsMatchingText}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={({ label }) => add(label)}
        {...(hasRoleAtLeast('editor') && { onEnter: add })}
      />
    </div>
  )
}
