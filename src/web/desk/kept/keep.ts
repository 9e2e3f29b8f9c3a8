/** Keeps a text in the browser. A storage that is full or disabled keeps nothing: what was chosen holds until the page is left. */
export function keep(name: string, text: string, storage = localStorage): void {
  try {
    storage.setItem(name, text)
  } catch {}
}
