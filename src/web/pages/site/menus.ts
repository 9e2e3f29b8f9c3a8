/** Menus and sheets close when the reader goes on elsewhere or presses Escape. Without scripts their buttons close them. */

const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>('.menu[open]')]

/** Listens for clicks outside open menus and for Escape, which close them. */
export function closeMenusOnOutsideClick(): void {
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
  })
}
