/** The categories of an event, as a tree of checkboxes. */
import { useState } from 'preact/hooks'
import type { Category } from '../api/types.ts'
import { CheckField, TextField } from '../parts/field.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { exactlyNamed } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import { allCategories, branches } from './terms.ts'

/** The number of categories above which there is a search field. */
const MANY = 12

interface CategoriesProps {
  readonly value: readonly number[]
  readonly fault: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}

/** The tree of categories; the selected ones are sent by id. */
export function CategoriesField({ value, fault, onChange }: CategoriesProps) {
  const loaded = useLoaded(allCategories, [])
  const [words, setWords] = useState('')
  const toggle = (id: number, isOn: boolean) =>
    onChange(isOn ? [...value, id] : value.filter((one) => one !== id))
  const within = (all: readonly Category[]) =>
    branches(all).filter(({ category: { name } }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  /** Ticks the category with the typed name, or the only one found. */
  const take = (all: readonly Category[]) => {
    const found = within(all).map(({ category: { id, name } }) => ({ value: String(id), label: name }))
    const one = exactlyNamed(words, found) ?? (found.length === 1 ? found[0] : undefined)
    if (words.trim() === '' || one === undefined) return
    if (!value.includes(Number(one.value))) toggle(Number(one.value), true)
    setWords('')
  }
  return (
    <fieldset class="categories" data-field="categories">
      <legend>{t('categories')}</legend>
      <Shown of={loaded}>
        {(all) =>
          all.length === 0 ? (
            <p class="hint">{t('categories.none')}</p>
          ) : (
            <>
              {all.length > MANY && (
                <TextField
                  name="category-search"
                  type="search"
                  label={t('categories.find')}
                  value={words}
                  onInput={setWords}
                  onEnter={() => take(all)}
                />
              )}
              <ul class="tree">
                {within(all).map(({ category: { id, name }, depth }) => (
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
            </>
          )
        }
      </Shown>
      {fault && <p class="wrong">{fault}</p>}
    </fieldset>
  )
}
