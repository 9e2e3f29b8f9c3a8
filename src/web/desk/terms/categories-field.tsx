/** The categories of an event, as a tree to tick. */
import { CheckField } from '../parts/field.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'
import { allCategories, branches } from './terms.ts'

interface CategoriesProps {
  readonly value: readonly number[]
  readonly fault: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}

/** The tree; what is ticked is sent by id. */
export function CategoriesField({ value, fault, onChange }: CategoriesProps) {
  const loaded = useLoaded(allCategories, [])
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
            <ul class="tree">
              {branches(all).map(({ category: { id, name }, depth }) => (
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
      </Shown>
      {fault && <p class="wrong">{fault}</p>}
    </fieldset>
  )
}
