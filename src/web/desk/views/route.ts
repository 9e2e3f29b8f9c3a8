/** The routes of views. */
import type { JSX } from 'preact'

/** The paths of a view below the desk, and the view at one of them. `parts` are the groups of the pattern. */
export type ViewRoute = readonly [RegExp, (...parts: readonly string[]) => JSX.Element]

/** Returns the id that a part of a path names; undefined for a new item. */
export const idOfPathPart = (part: string): number | undefined => (part === 'new' ? undefined : Number(part))
