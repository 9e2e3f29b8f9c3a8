/** The categories of an event, as a tree of checkboxes. */
import { useState } from 'preact/hooks'
import { CheckField, TextField } from '../parts/field.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
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
                />
              )}
              <ul class="tree">
                {branches(all)
                  .filter(({ category: { name } }) => name.toLowerCase().includes(words.trim().toLowerCase()))
                  .map(({ category: { id, name }, depth }) => (
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
