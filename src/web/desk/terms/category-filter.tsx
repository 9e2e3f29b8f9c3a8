/** A filter for one category of the tree, or all. */
import { SelectField } from '../parts/choice.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'
import { categoriesInTreeOrder, loadAllCategories } from './terms.ts'

interface FilterProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const INDENT = '\u2003'

/** A select with the tree. */
export function CategoryFilter({ value, onChange }: FilterProps) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const options = categoriesInTreeOrder(all).map(
    ({ category: { id, name }, depth }) => [String(id), INDENT.repeat(depth) + name] as const,
  )
  return (
    <SelectField
      name="category"
      label={t('category')}
      value={value}
      options={[['', t('category.any')], ...options]}
      onChange={onChange}
    />
  )
}
