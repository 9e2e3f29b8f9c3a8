/** Favourites: the ids of events that a browser keeps, as addresses have them. */

/** The most favourites of a browser, and of an address. */
export const MAX_FAVOURITES = 100

/** Returns the ids in a text such as `12,7`: the first ones, each once. What is no id is left out, since readers edit addresses. */
export function favouriteIds(text: string): readonly number[] {
  const ids = text.split(',').map((part) => (/^[1-9]\d*$/.test(part.trim()) ? Number(part) : 0))
  return [...new Set(ids.filter((id) => id > 0 && Number.isSafeInteger(id)))].slice(0, MAX_FAVOURITES)
}
