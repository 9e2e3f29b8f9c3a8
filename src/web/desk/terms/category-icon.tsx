/** The icon of a category, as on the pages of the calendar. */
import { iconForCategoryName } from '../../../domain/content/category-kinds.ts'
import { deskSettings } from '../desk-settings.ts'

/** An icon that stands for what a category is called, which screen readers skip. */
export function CategoryIcon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" width="18" height="18" aria-hidden="true">
      <use href={`${deskSettings.categoryIcons}#${iconForCategoryName(name)}`} />
    </svg>
  )
}
