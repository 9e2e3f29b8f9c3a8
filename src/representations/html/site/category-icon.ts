/** The icon of a category. */
import { iconForCategoryName } from '../../../domain/content/category-kinds.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import type { PageIconName } from '../../../web/design/icons.ts'

/** The most names whose icons are known. */
const MAX_NAMES = 1000

const byName = memoizedByText(MAX_NAMES, (name): PageIconName => iconForCategoryName(name))

/** Returns the name of the icon of a category; that of a calendar for what no kind fits, and for events without one. */
export const iconNameForCategoryName = (name: string | undefined): PageIconName =>
  name === undefined ? 'calendar' : byName(name, 0)
