/** The categories of an event, as a tree of checkboxes. */

import { useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import type { Category } from '../api/types.ts'
import { CheckField, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { useOneStop } from '../parts/stops/one-stop.ts'
import { exactSuggestion } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import { categoriesInTreeOrder, loadAllCategories } from './terms.ts'

/** The number of categories above which there is a search field. */
const MANY = 12

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
}

/** The checkboxes of some of them, in the order of the tree. */
function CategoryBoxes({ of, value, toggle }: BoxesProps) {
  return (
    <ul class="tree" tabIndex={-1}>
      {of.map(({ category: { id, name }, depth }) => (
        <li key={id} data-depth={Math.min(depth, 6)}>
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

/** The checkboxes, with a search field if there are many. */
function CategoryTree({ all, value, onChange }: TreeProps) {
  const [words, setWords] = useState('')
  const stop = useOneStop<HTMLDivElement>('input', 'column')
  const toggle = (id: number, isOn: boolean) =>
    onChange(isOn ? [...value, id] : value.filter((one) => one !== id))
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
  return (
    <div {...stop} class="one-stop tall">
      {all.length > MANY && (
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
    </div>
  )
}

/** The tree of categories; the selected ones are sent by id. */
export function CategoriesField({ fault, ...rest }: CategoriesProps) {
  const loaded = useLoaded(loadAllCategories, [])
  return (
    <fieldset class="categories" data-field="categories">
      <legend>{t('categories')}</legend>
      <LoadedContent of={loaded}>
        {(all) =>
          all.length === 0 ? <p class="hint">{t('categories.none')}</p> : <CategoryTree all={all} {...rest} />
        }
      </LoadedContent>
      {fault && <p class="wrong">{fault}</p>}
    </fieldset>
  )
}
